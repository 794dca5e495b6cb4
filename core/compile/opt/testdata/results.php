<?php
function a1($u) { foo($x = $u); return $x; }
function a2($u) { return $x = foo($u); }
function a3($u) { $y = $x = foo($u); bar($x, $y); }
function a4($u) { if (($x = foo()) === bar()) return $x; if (($y = foo()) && $y->z) return $y; while (($l = foo()) !== false) { echo $l; } }
function a5($u) { $a[$x = foo()] = 3; $b = [$y = foo(), $y]; return $a + $b + ($z = foo()); }
function a6($u) { $a = ++$u + 1; $b = ++$u + $u; return -(--$u) . ($a .= "x") . ($b += 3) . $a . $b; }
function a7(int $u) { $a = ++$u + 1; $b = ++$u + $u; $c = $u++; return ($a .= "x") . ($b += 3) . $a . $b . ($this->x = $u) . $c; }
function a8(&$u) { if ($u = foo()) bar($u); static $s; if ($s = foo()) bar($s); return ($u = 5) + ($s = 6); }
function a9($u) { foreach ($x = foo() as $y) { bar($y); } echo $z = foo(), $z; ($v = foo())->bar(); ($w = foo())[1]; throw $e = foo(); }
function b1($u) { bar($x = foo(), $x = 3, $x); return isset(($q = foo())[1]) ? $q : ($r = $u) ?? $r; }
function b2($u) { $x = ($y = foo()) + ($y = bar()); return "a{$y}" . ($y = foo()) . ($z = $y) . "b$z"; }
function b3($u) { list($a, $b) = $c = foo(); list($d) = $e = foo($u); echo $d; switch ($f = foo()) { case 1: return $f; case 2: return $a; } return match($g = foo()) { 1 => $g, 2 => $b }; }
