<?php
// var_dump shows what __debugInfo gives, var_export writes __set_state calls.
class D { private $real = 1; function __debugInfo() { return ['shown' => 2]; } static function __set_state($a) { $d = new self; $d->real = $a['real'] * 10; return $d; } function get() { return $this->real; } }
var_dump(new D);
var_export(new D);
echo "\n";
eval('$d = ' . var_export(new D, true) . ';');
echo $d->get(), "\n";
