<?php
// Operators, folding, short circuits, strings.
$a = 1 + 2 * 3 - 4 / 2 ** 2 % 5;
$b = $a . 'x' . 1.5 . true . $c;
$c = "plain $a and {$b[1]} and $b[k] or ${d} {$e->f} {$g->h()} end";
$d = "$a"; $e = "$a$b"; $f = "x$a"; $g = "$a x"; $h = "a{$b}c";
$i = <<<T
  line $a
    more {$b['x']['y']}
  T;
$j = $a && $b || $c and !$d; $k = $a xor $b or $c;
$l = $a ?: $b; $m = $a ? $b : ($c ? $d : $e); $n = $a ?? $b['x']->y ?? Z::$q ?? 5;
$o = $a == true; $o = false != $a; $o = null === $a; $o = $a !== false; $o = $a === 3; $o = 3 == $a; $o = $a <=> 3; $o = $a > $b; $o = $a >= 2;
$p = -$a; $p = +$a; $p = ~$a; $p = !$a; $p = -5; $p = -PHP_INT_MAX - 1; $p = ~7; $p = !true; $p = !'0';
$q = (int)$a; $q = (float)$a; $q = (string)$a; $q = (bool)$a; $q = (array)$a; $q = (object)$a;
$r = [1, 2, 'x' => [3, 4], 'y' => PHP_EOL, 5]; $r = [$a, 'k' => $b, ...$c, &$d, 1 => 2]; $r = []; $r = [[1, 2][0], $a, -1, 'a' . 'b'];
$s = 'abc'[1]; $s = [1, 2, 3][$a]; $s = $a[0][1]['x'][$b]; $s = $a->b->c; $s = $a?->b?->c->d; $s = $a->{$b . 'x'}; $s = $a::$b; $s = A::$b['c']; $s = $a::B;
$t = isset($a, $b['x'], $c->d, E::$f, $g?->h['i']); $t = empty($a) && empty($b['x']->y) && !empty(f()); $t = isset($this); $t = isset($$a);
$u = clone $a; $u = $a instanceof B; $u = $a instanceof $b; $u = 1 instanceof C; print $a; echo $a, 'b', 3;
$v = @$a; $v = @f($a); $v = @$a['x']; $v = `ls $a`; $v = `ls`;
$w = include 'f.php'; require_once __DIR__ . '/g.php'; $w = eval('return 1;');
$x = $$a; $$a = 1; ${'v' . $a} = 2; $x = $GLOBALS['y']; $GLOBALS['z'] = 3; $GLOBALS['z'][] = 4; unset($GLOBALS['z']); $x = isset($GLOBALS['q']); $x = $_GET['x'] ?? 1;
$y = __LINE__ . __FILE__ . __DIR__ . __FUNCTION__ . __CLASS__ . __METHOD__ . __NAMESPACE__;
$z = $a <=> $b ?: $c ** 2 ** 3; $z = 'a' < 'b'; $z = '1' + '2.5'; $z = 'abc' * 1; $z = 7 % 0; $z = 1 << 70; $z = [1] + [2, 3]; $z = [1] == ['1']; $z = '10' == '1e1'; $z = 0 == 'a'; $z = null <= false;
1 + $a; $a; f()[1]; -$a; $a ? f() : g(); $a && f(); new A; [$a]; "$a"; (bool)$a; $a === null;
