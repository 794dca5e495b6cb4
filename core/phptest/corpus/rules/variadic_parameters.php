<?php
// ...$args collects, by reference too, with a type for each.
function sum(int ...$n) { return array_sum($n); }
function upper(string &...$s) { foreach ($s as &$x) { $x = strtoupper($x); } }
$a = 'a'; $b = 'b';
upper($a, $b);
echo sum(), sum(1, '2', 3), $a, $b, "\n";
try { sum(1, 'x'); } catch (TypeError $e) { echo strtok($e->getMessage(), ','), "\n"; }
function old() { return func_num_args() . json_encode(func_get_args()) . (func_num_args() ? func_get_arg(0) : ''); }
echo old(1, 'two'), old(), "\n";
function changed($x) { $x = 'new'; return func_get_args(); }
echo json_encode(changed('old', 'extra')), "\n";
