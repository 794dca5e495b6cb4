<?php
// Eval'd code sees and makes the variables around it, has its own functions and returns a value.
$x = 5;
$r = eval('$y = $x * 2; function made() { return __FUNCTION__; } return $y + 1;');
echo $r, $y, made(), "\n";
function f() { $local = 'l'; eval('$local .= "!"; $new = "n";'); return $local . $new; }
echo f(), "\n";
class K { private $p = 'private'; function run($c) { return eval($c); } }
echo (new K)->run('return $this->p . static::class;'), "\n";
var_dump(eval('$z = 1;'));
try { eval('this is not PHP'); } catch (ParseError $e) { echo get_class($e), ' on line ', $e->getLine(), ': ', $e->getMessage(), "\n"; }
echo eval('return __LINE__;'), basename(eval('return __FILE__;')) === basename(__FILE__) . "(15) : eval()'d code" ? ' ok' : ' bad', "\n";
