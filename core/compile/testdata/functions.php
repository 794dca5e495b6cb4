<?php
declare(strict_types=1);
namespace App\Model;
use Some\Thing; use Other\Space\{Alpha, Beta as B, function helper, const LIMIT}; use function strlen as len; use const PHP_EOL as NL;
const ONE = 1, TWO = ONE + 1; define('THREE', 3);
function plain() {} function one($a) { return $a; } function two(int $a, ?string $b = null, int|float|null $c = 3, Thing&B $d = null): ?array { return $b ? [$a] : null; }
function three(array $x = [1, LIMIT], Thing|bool $y = false, mixed $z = ONE * 2, callable $cb = null, iterable $it = []): int|string|false { return $x; }
function v(): void { return; } function n(): never { throw new Thing; } function s(): string { return 'x'; } function i(): int { return f(); } function m(): mixed { return $GLOBALS; } function st(): B { return new B; }
function &ref(array &$a) { return $a['x']; } function &ref2() { return f(); } function &ref3() { return 1; } function opt($a = 1, $b) {}
function gen() { yield; yield 1; yield 'k' => $v; $x = yield $y; yield from f(); return 3; } function &rgen() { yield $a; yield $b['c']; yield f(); foreach (g() as $h) { yield $h; } } function tgen(): \Generator { try { yield 1; } finally { yield 2; } }
function statics() { static $a, $b = 1, $c = [ONE, 'k' => TWO], $d = ONE . 'x'; $a++; return static fn() => $a; }
$f = function($a) use ($b, &$c) { static $d = 5; return $a + $b + $c + $d; }; $g = static function() { return 1; }; $h = fn($x) => fn($y) => $x + $y + $z; $i = fn&(array &$a): array => $a; $j = fn() => [$this, $k, function() use ($l) { return $m; }]; $k = fn() => compact('a'); $l = function(): never { exit; };
if ($a) { function cond() { function inner() {} } } len($x); helper($y); unq($z); \strlen($q); namespace\rel($r); echo LIMIT, NL, UNQ, \PHP_VERSION_ID, E_ALL, namespace\K, Sub\K; Thing::x(); B::y; Alpha::class; $o::class; unq::z();
function uses() { global $a; echo __FUNCTION__, __METHOD__, __NAMESPACE__, __LINE__; return func_get_args(); }
function loop($n) { for ($i = 0, $s = 0; $i < $n; ++$i) $s += $i * 2; return $s; } function fib(int $n): int { return $n < 2 ? $n : fib($n - 1) + fib($n - 2); } loop(10); fib(5);
