<?php // since 8.3
// Incrementing strings that are not numeric, and decrementing empty ones, is on its way out.
$s = 'Az';
$s++;
var_dump($s, str_increment('Zz'), str_decrement('ba'));
$e = '';
$e--;
var_dump($e);
$b = true;
$b++;
var_dump($b);
