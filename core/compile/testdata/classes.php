<?php
interface I extends Countable { const C = 1; function f(int $x): static; public static function g(); }
abstract class A implements I { abstract protected function h(); public $p = 1, $q = [1, self::C]; protected ?int $r; private static $s = 5; const X = 'x' . self::C, Y = B::Z; public function f(int $x): static { return $this; } function count(): int { return count($this->q); } static function g() { return static::X . self::$s . static::class; } }
final class B extends A { const Z = PHP_INT_MAX; use T, U { T::m insteadof U; U::m as protected n; o as private; } public function __construct(private readonly int $a, protected ?array &$b = null, public $c = 5) { parent::g(); $this->priv($a); self::spriv($x); $this->h(); } private function priv(&$x) { return $this->priv($x); } private static function spriv(&$x) { } protected function h() { return [__CLASS__, __METHOD__, __FUNCTION__, self::class, static::class, new self, new static, new parent, $this?->a, isset($this->b), $this instanceof self]; } function __get($n) { return $this->$n; } function __toString() { return 'B'; } }
trait T { private $t = __CLASS__; function m() { return [__TRAIT__, __CLASS__, self::class, static fn() => self::X]; } abstract function z(); static function st() { static $k = []; return ++self::$cnt; } }
enum Suit: string implements J { case Hearts = 'H'; case Spades = 'S'; const Wild = self::Spades; public static function rnd(): self { return self::Hearts; } function label(): string { return match($this) { self::Hearts => 'h', Suit::Spades => 's' }; } }
enum Plain { case One; case Two; }
readonly class R { function __construct(public int $x) {} }
#[Attribute(Attribute::TARGET_CLASS)] class At { #[Pure, Dep(1, name: X::class)] function m(#[SensitiveParameter] $p) {} }
$o = new class(1) extends A { function h() { return fn() => $this->x; } }; $p = new class { use T; public function __clone() { $this->y = clone $this->y; } };
class Impl implements I, ArrayAccess { function f(int $x): static { return $this; } static function g() {} function count(): int { return 0; } function offsetGet($o): mixed { return $this[$o]; } function offsetSet($o, $v): void { $this[] = $v; unset($this[$o]); isset($this[$o]); } function offsetExists($o): bool { return true; } function offsetUnset($o): void {} }
if ($c) { class Cond { const A = 1; static $b; } class Cond2 extends Cond {} interface CI {} }
function f() { class InFn { function g() { return function() { return $this->h(...); }; } } return new InFn; }
B::spriv($v); A::g(); Suit::from('H')->label(); Suit::Hearts->value; A::X; A::Y; (new B(1))->c; R::class; new R(x: 3);
