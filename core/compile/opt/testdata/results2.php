<?php
function a1($u) { return ($y = foo()) + ($y + 1); }
function a2($u) { return ($y = foo()) + ($u ? 1 : 2); }
function a3($u): int { return $x = foo($u); }
function a4($u): int { return $x = strlen($u); }
function a5($u) { $t = $u; return ($y = foo()) . $y; }
function a6($u) { return [($y = foo()) , $y, $z = $y, ++$z]; }
function a7($u) { $u = (int)$u; return $u . ++$u . "x" . ++$u; }
function a8($u) { bar(++$u); $u++; return $a[++$u] = 5; }
class A { function b($u) { return $this->x = $u = 5; } function c($u) { $this->y = $z = $u . "x"; return $this->q = $this->z; } function d() { $this->a($z = foo()); } private function a($x) {} }
function a9($u) { strlen($y = foo()); $q = count($a = [1, $u]); $z = (string)($b = $u); $zz = -($c = foo()); return $y . $q . $a . $z . $b . $zz . $c; }
