<?php
// arithmetic, comparison, conversion
var_dump(1 + 2, 1.5 + 2, "3" + 4, "1.5" + 1, 7 % 3, -7 % 3, 7 <=> 3, 2 ** 10, 2 ** -1, 2 ** 63, 7 / 2, 8 / 2);
var_dump(PHP_INT_MAX + 1, PHP_INT_MIN - 1, PHP_INT_MAX * 2, -PHP_INT_MIN);
var_dump(1 << 3, -1 >> 1, 6 & 3, 6 | 3, 6 ^ 3, ~5, "ab" ^ "AB", "abc" | "  ");
function inc($x) { $y = $x; var_dump($y++, $y, ++$y, $y--, --$y); }
inc(5); inc(PHP_INT_MAX - 1); inc(1.5); inc(null); inc("5"); inc("az"); inc("Zz9");
$a = 5; $a += 3; $a -= 1; $a *= 4; $a /= 2; $a %= 9; $a **= 2; $a .= "x"; var_dump($a);
$b = 6; $b <<= 2; $b >>= 1; $b |= 1; $b &= 13; $b ^= 3; var_dump($b);
$n = null; $n ??= "set"; $n ??= "again"; var_dump($n);
foreach ([[1, "1"], ["a", 0], [null, false], ["1e3", "1000"], [[], false], ["abc", "abc "], [1.0, 1], ["0", false]] as [$x, $y]) {
    var_dump($x == $y, $x === $y, $x < $y, $x <= $y, $x != $y, $x !== $y, $x > $y);
}
var_dump(true xor false, true and false, !0, (bool)"0", (int)"12abc", (float)"1.5e3", (string)1.0, (array)"a", (int)1e19);
try { 1 % 0; } catch (DivisionByZeroError $e) { echo $e->getMessage(), "\n"; }
try { intdiv(1, 0); } catch (DivisionByZeroError $e) { echo $e->getMessage(), "\n"; }
try { 1 / 0; } catch (DivisionByZeroError $e) { echo $e->getMessage(), "\n"; }
try { 1 << -1; } catch (ArithmeticError $e) { echo $e->getMessage(), "\n"; }
try { [] + 1; } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
try { var_dump("abc" * 1); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
var_dump("5 apples" + 1);
var_dump([1, 2] + [5, 6, 7]);
$z = 0.1 + 0.2; var_dump($z, round($z, 2), 1e100, -0.0, NAN, INF, 1.5e-7);
$i = 10; $s = "$i and {$i}s" . $i . 1.5; var_dump($s);
$t = "a"; for ($k = 0; $k < 5; $k++) { $t .= $t . $k; } var_dump($t);
var_dump($undef1 + 1, $undef2 . "x");
var_dump(1 + 1 . "2", -3 ** 2, !true == false);
