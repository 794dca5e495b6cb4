<?php
namespace Foo;
use function Bar\baz;
/** doc */
function f(int $a, &$b, ?string $c = 'x', ...$d): int {
  static $s = 3, $t = [];
  global $g;
  foreach ($d as $k => &$v) { if ($v > 3 && $k) continue; echo "a $v[0] {$k->x} b"; break; }
  switch ($a) { case 1: echo 1; break; case 2: echo 2; case 3: case 4: case 5: echo 5; default: echo "d"; }
  switch ($c) { case 'a': echo 1; break; case 'b': echo 2;  }
  try { strlen($a); \in_array($a, ['x','y'], true); $x = fn($y) => $y + $a; return g($b[1]); } catch (\Exception | Foo $e) { throw $e; } finally { echo @$b['x']; }
  $q = match($a) { 1, 2 => 'x', default => 3.5 };
  $z = new class(3) extends \ArrayObject { public int $x = 1; function m() { return $this->x ?? ArrayObject::class; } };
  ['a' => $aa, 'b' => [$bb]] = $z?->foo(...$d, a: 1);
  isset($a->b[1]); unset($a[1][2]); $a[] = 1; $a->x .= 'y'; A::$x ??= 4; $x instanceof Foo; (int)$x; clone $x;
  goto l; l:
}
class A extends B { const X = 1; use T; }
abstract class C implements \Countable { function __construct(private int $x) {} abstract function foo(); static function z() { yield 1 => 2; $x = yield; yield from []; } }
if ($x) { function cond() {} class D {} }
eval('1'); declare(ticks=1); exit(1);
foreach ([1,2] as [$a, [, $b]]) {} $f = function() use ($a, &$b) { static fn() => 1; }; strlen(...);
