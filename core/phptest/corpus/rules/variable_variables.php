<?php
// $$name, ${expr}, and properties, methods and classes by name.
$name = 'dyn'; $$name = 5; ${'with space'} = 6; ${'a' . 'b'} = 7;
echo $dyn, ${'with space'}, $ab, "\n";
class K { public $p = ['x' => 1]; public static $s = 's'; const C = 'c'; function m() { return 'm'; } static function sm() { return 'sm'; } }
$class = 'K'; $prop = 'p'; $method = 'm'; $sm = 'sm'; $s = 's';
$o = new $class;
echo $o->$prop['x'], $o->{'p'}['x'], $o->$method(), $class::$sm(), $class::$$s, constant("$class::C"), [$o, 'm'](), "\n";
$arr = ['name' => 'dyn'];
echo ${$arr['name']}, "\n";
function f() { $x = 'this'; try { return $$x; } catch (Error $e) { return $e->getMessage(); } }
var_dump(@f());
