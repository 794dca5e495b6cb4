<?php
class P { public $a = 1; protected $b = 2; private $c = 3; public ?int $t = null; public static $count = 0; const K = "k"; 
  function __construct() { self::$count++; static::hook(); } 
  static function hook() { echo static::class, " "; } 
  function getC() { return $this->c; } function __toString() { return "P!" . $this->a; } 
  function chain($x) { $this->a += $x; return $this; } }
class Q extends P { public $d = [1]; private $c = 30; static function hook() { echo "Q:"; parent::hook(); } function bc() { return $this->b . $this->c; } }
$p = new P; $q = new Q; echo P::$count, Q::$count, "\n";
echo $p->getC(), $q->getC(), $q->bc(), "$p", $q . "x", P::K, $q::K, "\n";
echo $p->chain(1)->chain(2)->a, "\n";
$p->dyn = 5; $p->a++; $p->a += 10; $p->arr["x"]["y"] = 1; $p->d2 ??= 7; echo $p->a, $p->dyn, $p->arr["x"]["y"], $p->d2, "\n";
foreach ($q as $k => $v) echo "$k,"; echo "\n";
try { echo $p->b; } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { $p->nope(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { $p->t = "abc"; } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
$p->t = "12"; var_dump($p->t); echo @$p->undefd ?? "undef", "\n";
$c = clone $p; $c->a = 100; echo $p->a, $c->a, "\n";
class M { private $d = []; function __get($n) { echo "get $n "; return $this->d[$n] ?? null; } function __set($n, $v) { echo "set $n "; $this->d[$n] = $v; } function __isset($n) { return isset($this->d[$n]); } function __unset($n) { unset($this->d[$n]); } function __call($n, $a) { return "$n(" . implode(",", $a) . ")"; } static function __callStatic($n, $a) { return "static $n(" . implode(",", $a) . ")"; } function __invoke($x) { return $x * 2; } }
$m = new M; $m->x = 1; echo $m->x; $m->x .= "2"; echo $m->x, isset($m->x) ? "Y" : "N", isset($m->z) ? "Y" : "N", "\n"; unset($m->x); var_dump(isset($m->x));
echo $m->foo(1, 2), M::bar(3), $m(21), implode(",", array_map($m, [1, 2])), "\n";
abstract class Sh { abstract function area(); static function make(...$a) { return new static(...$a); } } class Sq extends Sh { function __construct(private float $s = 2) {} function area() { return $this->s ** 2; } } echo Sq::make(3)->area(), "\n";
interface HasN { const N = 5; function n(); } trait T1 { public $tp = "tp"; function hello() { return "hello " . self::class . static::class . __CLASS__; } static $ts = 0; static function inc() { return ++self::$ts; } } class U implements HasN { use T1; function n() { return self::N; } } class V { use T1; } echo (new U)->hello(), (new U)->n(), U::inc(), U::inc(), V::inc(), U::N, "\n";
enum Suit: string { case H = "h"; case S = "s"; const D = self::H; function label() { return ucfirst(strtolower($this->name)); } static function def() { return self::D; } } echo Suit::from("s")->name, Suit::tryFrom("x")?->name ?? "none", Suit::H->label(), Suit::def()->value, count(Suit::cases()), Suit::H === Suit::from("h") ? "same" : "diff", "\n";
final class RO { public function __construct(public readonly int $v) {} } $ro = new RO(5); try { $ro->v = 6; } catch (Error $e) { echo $e->getMessage(), "\n"; }
class D { public $n; function __construct($n) { $this->n = $n; } function __destruct() { echo "~$this->n "; } } $d = new D(1); $d = new D(2); $e2 = $d; unset($d); echo "x "; $e2 = null; echo "\n"; function tmp() { new D(3); } tmp(); echo "\n";
class AA implements ArrayAccess, Countable { private $a = []; function offsetExists($o): bool { return isset($this->a[$o]); } function offsetGet($o): mixed { return $this->a[$o]; } function offsetSet($o, $v): void { if ($o === null) $this->a[] = $v; else $this->a[$o] = $v; } function offsetUnset($o): void { unset($this->a[$o]); } function count(): int { return count($this->a); } } $aa = new AA; $aa["k"] = 1; $aa[] = 2; echo $aa["k"], isset($aa["k"]), isset($aa["z"]) ? 1 : 0, count($aa), $aa[0]; $aa["k"] += 5; echo $aa["k"]; unset($aa["k"]); echo count($aa), "\n";
$cl = function() { return $this->c; }; echo Closure::bind($cl, new P, P::class)(), "\n"; $fc = $q->bc(...); echo $fc(), "\n"; $sm = "chain"; echo $p->$sm(1)->a, "\n"; $cn = "Q"; $o = new $cn; echo get_class($o), $o instanceof P ? 1 : 0, $o instanceof $cn ? 1 : 0, "\n";
class S1 { public static $arr = []; public static ?S1 $inst = null; static function get() { return self::$inst ??= new self; } } S1::$arr["a"][] = 1; S1::$arr["a"][] = 2; echo count(S1::$arr["a"]), S1::get() === S1::get() ? "single" : "", "\n"; S1::$arr["n"] = 5; S1::$arr["n"]++; ++S1::$arr["n"]; $ref = &S1::$arr["n"]; $ref = 50; echo S1::$arr["n"], "\n";
$an = new class(5) { function __construct(public int $z) {} function sq() { return $this->z ** 2; } }; echo $an->sq(), "\n";
class Lz { public function __get($n) { return $this->$n = strtoupper($n); } } $lz = new Lz; echo $lz->abc, $lz->abc, "\n";
$o1 = new stdClass; $o1->a = 1; $o1->{"b c"} = 2; $o2 = clone $o1; echo $o1 == $o2 ? "eq" : "ne", $o1 === $o2 ? "id" : "nid", "\n"; foreach ($o1 as $k => &$vv) $vv++; unset($vv); var_dump($o1); $arr = (array)$o1; $ob = (object)["q" => 1]; echo $ob->q, count($arr), "\n"; unset($o1->a); var_dump(isset($o1->a), property_exists($o1, "b c"));
class Par { function __construct() { echo "Par "; } } class Chi extends Par { function __construct() { parent::__construct(); echo "Chi\n"; } } new Chi; echo Chi::class, (new Chi)::class, "\n";
abstract class Abs {} try { new Abs; } catch (Error $e) { echo $e->getMessage(), "\n"; } try { $z = new Nope; } catch (Error $e) { echo $e->getMessage(), "\n"; } try { echo P::NOPE; } catch (Error $e) { echo $e->getMessage(), "\n"; } try { echo P::$nope; } catch (Error $e) { echo $e->getMessage(), "\n"; } try { $nl = null; $nl->foo(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
