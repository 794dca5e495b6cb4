<?php
function c1(int $a, string $s, $u, ?string $n, float $f, bool $b, array $arr, C $c) {
  return [$s . $a, $s . $u, $u . "x", $n . $s, $f . $s, $b . $s, $arr . $s, $c . $s, $s . strlen($s) , $s . null, $und . $s];
}
function c2(int $a, float $f, $u) {
  $a += 1; $f += 2; $u += 1; $a .= "x"; $f *= $a; $x = 5; $x += $u; $x = $x - 1; $y = 1; $y = $y + 1; $z = $a * 2; $z = 2 * $f; $w = $u * 2; $q = $a; $q++; $q = $q + 1; $q = $q - 1; $r = 3 - $q; 
  return [$a, $f, $u, $x, $y, $z, $w, $q, $r];
}
function c3($u) { $x = new Foo; $y = foo($x); $z = $y->b; $v = [$z, 1]; $w = [1,2]; $s = "a$u$z"; $t = (array)$v; $i = $u++; $j = $i--; $k = $j ? $i : $k; $l = isset($u[1]); $m = clone $x; $n = fn() => 1; $o = $this; $p = $u[1]; $p = 1; return compact($x) + [$y,$z,$v,$w,$s,$t,$i,$j,$k,$l,$m,$n,$o,$p]; }
function c4($u) { $x = new Foo; $y = foo($x); $z = $y->b; $v = [$z, 1]; $w = [1,2]; $s = "a$u$z"; $t = (array)$v; $i = $u++; $j = $i--; $k = $j ? $i : $k; $l = isset($u[1]); $m = clone $x; $n = fn() => 1; $o = $this; $p = $u[1]; $p = 1; $q = strlen($s); $r = str_repeat($s, 3); $aa = B::$f; $bb = B::F; $cc = FF; $dd = $u ?? 1; $ee = $u ?: 1; return [$y,$z,$v,$w,$s,$t,$i,$j,$k,$l,$m,$n,$o,$p, $q, $r, $aa, $bb,$cc, $dd,$ee]; }
