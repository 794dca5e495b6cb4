<?php
// clone copies properties shallowly; __clone runs on the copy.
class Node { public $child; public $id = 1; function __clone() { $this->id++; if ($this->child) { $this->child = clone $this->child; } } }
$n = new Node; $n->child = new Node; $n->child->id = 10;
$c = clone $n;
echo $c->id, $c->child->id, $n->id, $n->child->id, "\n";
class Shallow { public $o; public $r; }
$s = new Shallow; $s->o = new stdClass; $v = 1; $s->r = &$v;
$t = clone $s;
$t->o->x = 1; $t->r = 2;
var_dump(isset($s->o->x), $s->r);
