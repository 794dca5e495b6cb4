<?php
// exit: 0
// contains: float(9.223372036854776E+18)
// contains: end
var_dump(9223372036854775808);
var_dump(PHP_INT_MAX + 1, PHP_INT_MIN - 1, -PHP_INT_MIN, PHP_INT_MAX * PHP_INT_MAX);
var_dump(0x7fffffffffffffff, 0xffffffffffffffffffff, 0b1111, 0777777777777777777777777);
var_dump((int) 1e1000, (int) NAN, intdiv(PHP_INT_MIN, 1), PHP_INT_MIN % -1);
try { intdiv(PHP_INT_MIN, -1); } catch (ArithmeticError $e) { echo $e->getMessage(), "\n"; }
try { echo 1 << -1; } catch (ArithmeticError $e) { echo $e->getMessage(), "\n"; }
var_dump(1 << 64, 1 >> 64, -1 >> 64);
var_dump(eval('return ' . str_repeat('9', 5000) . ';'));
$a = [PHP_INT_MAX => 1];
try { $a[] = 2; } catch (Error $e) { echo $e->getMessage(), "\n"; }
echo "end\n";
