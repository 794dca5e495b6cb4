<?php
function b($n){ if ($n > 0) { return b($n-1)+1; } return 0; }
function c(int $a, array $b): int { $x = $a + 1; $y = $x * 2; foreach ($b as $k => $v) { $x += $v; $y = strlen($k) . "a$x$y"; } unused($q = 5); return $x; }
class A { private $p = 1; function m($x) { $t = $this->p; $this->n($t, $x); return self::class . __CLASS__; } private function n(&$a, $b) { if (!$a) return null; $r = []; for ($i=0; $i<10; $i++) { $r[] = $i; } switch ($b) { case 1: return 3; case 2: $r = 4; break; default: return $r; } return $a ?: $b; } }
