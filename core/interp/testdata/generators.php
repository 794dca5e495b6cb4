<?php
function range2($a, $b) { for ($i = $a; $i <= $b; $i++) { $cmd = yield $i => $i * 2; if ($cmd) echo "[$cmd]"; } return "ret"; }
$g = range2(1, 3); foreach ($g as $k => $v) echo "$k=>$v "; echo $g->getReturn(), "\n";
$g = range2(1, 5); echo $g->current(), $g->send("hey"), $g->send("you"), $g->key(), "\n"; unset($g);
function yf() { yield 0; $r = yield from range2(1, 2); echo "<$r>"; yield from [10, 20]; yield 99; } foreach (yf() as $k => $v) echo "$k:$v "; echo "\n";
function inf() { $n = 0; while (true) yield $n++; } foreach (inf() as $v) { if ($v > 5) break; echo $v; } echo "\n";
function thr() { while (true) { try { $x = yield; echo "got $x "; } catch (Exception $e) { echo "exc ", $e->getMessage(), " "; } } }
$t = thr(); $t->current(); $t->send(1); $t->throw(new Exception("boo")); $t->send(2); unset($t); echo "\n";
function &refgen(array &$a) { foreach ($a as $k => &$v) yield $k => $v; } $data = [1, 2, 3]; foreach (refgen($data) as &$v) $v *= 10; unset($v); echo implode(",", $data), "\n";
$lazy = (function() { echo "started "; yield 1; })(); echo "created "; foreach ($lazy as $x) echo $x; echo "\n";
function countdown($n) { if ($n > 0) { yield $n; yield from countdown($n - 1); } } foreach (countdown(5) as $v) echo $v; echo "\n";
try { $g = countdown(1); foreach ($g as $v); foreach ($g as $v); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
function fin() { try { yield 1; yield 2; } finally { echo "fin "; } } $f = fin(); $f->current(); $f = null; echo "after\n";
function exc() { yield 1; throw new Exception("from gen"); } try { foreach (exc() as $v) echo $v; } catch (Exception $e) { echo $e->getMessage(), "\n"; }
function keys() { yield 'a' => 1; yield 2; yield 10 => 3; yield 4; } foreach (keys() as $k => $v) echo "$k=$v "; echo "\n";
function inargs() { echo implode(",", [yield 1, yield 2, strtoupper(yield 3)]), "\n"; } $g = inargs(); $g->current(); $g->send("a"); $g->send("b"); $g->send("c");
class It implements IteratorAggregate { function __construct(private array $a) {} function getIterator(): Iterator { foreach ($this->a as $k => $v) yield $k => $v; } }
foreach (new It(["x" => 1, "y" => 2]) as $k => $v) echo "$k$v "; echo implode(",", [...new It([7, 8])]), "\n";
class UI implements Iterator { private $i = 0; function current(): mixed { return $this->i * 10; } function key(): mixed { return "k$this->i"; } function next(): void { $this->i++; } function rewind(): void { $this->i = 0; echo "R "; } function valid(): bool { return $this->i < 3; } }
foreach (new UI as $k => $v) echo "$k=$v "; echo "\n";
$gen = (function() { $received = []; while (count($received) < 3) $received[] = yield count($received); return $received; })();
foreach (range(1, 3) as $i) { $gen->current(); $gen->send("v$i"); } echo implode("|", $gen->getReturn()), "\n";
var_dump($gen->valid(), $gen->current(), $gen->key());
function multi() { $inner = range2(1, 3); yield from $inner; return $inner->getReturn(); } $m = multi(); while ($m->valid()) { echo $m->current(); $m->next(); } echo $m->getReturn(), "\n";
try { $m->rewind(); $z = range2(1, 3); $z->next(); $z->rewind(); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
$x = range2(1, 2); echo get_class($x), $x instanceof Traversable ? "T" : "F", "\n";
