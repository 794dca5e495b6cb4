<?php
class A extends Exception { public function __construct($m, public $extra = 1) { parent::__construct($m, 42); } }
class B extends A {}
function thrower($n) { if ($n == 1) throw new A("one"); if ($n == 2) throw new B("two"); if ($n == 3) throw new RuntimeException("three"); return "ok$n"; }
for ($i = 0; $i < 4; $i++) {
    try { echo thrower($i), "\n"; }
    catch (B $e) { echo "B ", $e->getMessage(), $e->getCode(), "\n"; }
    catch (A | LogicException $e) { echo "A ", $e->getMessage(), $e->extra, " line ", $e->getLine(), "\n"; }
    catch (Throwable) { echo "throwable\n"; }
    finally { echo "fin $i\n"; }
}
function f1() { try { return "try"; } finally { echo "[finally]"; } } echo f1(), "\n";
function f2() { try { return "try"; } finally { return "override"; } } echo f2(), "\n";
function f3() { try { throw new Exception("lost"); } finally { return "swallowed"; } } echo f3(), "\n";
function f4() { foreach ([1, 2, 3] as $x) { try { if ($x == 2) continue; echo $x; } finally { echo "f$x "; } } } f4(); echo "\n";
function f5() { for (;;) { try { try { break; } finally { echo "inner "; } } finally { echo "outer "; } } return "done"; } echo f5(), "\n";
function f6() { try { try { throw new Exception("a"); } finally { throw new Exception("b"); } } catch (Exception $e) { return $e->getMessage() . "<-" . $e->getPrevious()->getMessage(); } } echo f6(), "\n";
function f7() { try { try { throw new Exception("x"); } catch (Exception $e) { throw new Exception("y", 0, $e); } finally { echo "F "; } } catch (Exception $e) { return get_class($e->getPrevious()); } } echo f7(), "\n";
function f8() { $x = 1; try { return $x; } finally { $x = 2; } } echo f8(), "\n";
function f9($a) { return $a; }
try { f9(f9(1) + f9(thrower(1)) . "lost temps" . str_repeat("x", 3)); } catch (A $e) { echo "temps ok\n"; }
try { $arr = ["a" => str_repeat("q", 10), "b" => thrower(2)]; } catch (B $e) { echo "array ok\n"; }
try { foreach ([str_repeat("z", 5), 2] as $v) { $s = "rope $v " . thrower(1) . " end"; } } catch (A $e) { echo "rope ok\n"; }
try { foreach ([[1]] as $v) foreach ($v as &$w) { thrower(3); } } catch (Exception $e) { echo "loops ok\n"; }
try { new A(thrower(1)); } catch (A $e) { echo "new ok\n"; }
try { f9(...[1, 2], ...[thrower(2)]); } catch (A $e) { echo "unpack ok\n"; }
class D { public $n; function __construct($n) { $this->n = $n; } function __destruct() { echo "~{$this->n} "; } }
function scope() { $d = new D("local"); throw new Exception("s"); } try { scope(); } catch (Exception $e) { echo "caught "; } unset($e); echo "\n";
function ret() { $d = new D("ret"); return new D("val"); } $keep = ret(); echo "after "; $keep = null; echo "\n";
try { try { throw new TypeError("t"); } catch (ValueError $e) { echo "no"; } } catch (TypeError $e) { echo get_class($e), "\n"; }
function gen() { try { yield 1; yield 2; } finally { echo "gen finally\n"; } } foreach (gen() as $v) { echo $v; break; } echo "\n";
function nested($n) { try { if ($n > 0) nested($n - 1); else throw new Exception("deep"); } finally { echo $n; } } try { nested(3); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
echo (function() { try { throw new Exception("e"); } catch (Exception) { return "c"; } finally { echo "f"; } })(), "\n";
$r = (fn() => throw new Exception("expr")); try { $r(); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
set_error_handler(function($no, $msg) { throw new ErrorException($msg, 0, $no); });
try { echo $undefinedVar; } catch (ErrorException $e) { echo $e->getMessage(), "\n"; }
try { $q = [1][5]; } catch (ErrorException $e) { echo $e->getMessage(), "\n"; }
restore_error_handler();
try { throw new class("anon") extends Exception {}; } catch (Exception $e) { echo $e->getMessage(), "\n"; }
throw new Exception("last");
