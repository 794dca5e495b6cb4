<?php
// __serialize and __unserialize win over __sleep and __wakeup.
class A { public $a = 1; private $b = 2; function __sleep() { return ['b']; } function __wakeup() { $this->a = 'woken'; } }
class B { public $v = 1; function __serialize(): array { return ['x' => $this->v]; } function __unserialize(array $d): void { $this->v = $d['x'] * 2; } function __sleep() { return []; } }
echo str_replace("\0", '~', serialize(new A)), ' ', serialize(new B), "\n";
$a = unserialize(serialize(new A));
echo $a->a, ' ', unserialize(serialize(new B))->v, "\n";
$o = new stdClass; $o->self = $o; $o->list = [1, &$o->list];
$u = unserialize(serialize([$o, $o]));
var_dump($u[0] === $u[1], $u[0]->self === $u[0]);
var_dump(@unserialize('O:1:"A":0:{'));
