<?php
// Integer arithmetic that leaves 64 bits gives floats; shifts and bit operations wrap.
var_dump(PHP_INT_MAX + 1, PHP_INT_MIN - 1, PHP_INT_MAX * 2, -PHP_INT_MIN, PHP_INT_MAX + 1 == PHP_INT_MAX);
$i = PHP_INT_MAX; $i++; var_dump($i);
$i = PHP_INT_MIN; $i--; var_dump($i);
var_dump(1 << 63, 1 << 64, -1 >> 63, 1 >> 64, 0xFFFFFFFFFFFFFFFF, 9223372036854775808, -9223372036854775808, 2 ** 62, 2 ** 63, 2 ** -1, 7 <=> 7.0);
var_dump((int) 1e18, (int) '9999999999999999999', PHP_INT_MAX % -1, PHP_INT_MIN % -1, ~5, 6 & 3 | 8 ^ 1);
