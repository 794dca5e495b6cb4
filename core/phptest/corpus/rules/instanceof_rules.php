<?php
// Left anything, right a name, a variable with a name or an object; unknown classes are false.
class A {} class B extends A {} interface I {}
$b = new B; $name = 'A'; $o = new A;
var_dump($b instanceof A, $b instanceof $name, $b instanceof $o, $b instanceof I, $b instanceof Unknown, null instanceof A, 5 instanceof A, !$b instanceof A, $b instanceof ('A'));
var_dump(is_a('B', 'A'), is_a('B', 'A', true), is_subclass_of($b, 'A'), is_subclass_of($b, 'B'), get_parent_class($b), $b::class, get_object_vars($b) === []);
