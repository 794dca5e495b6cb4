<?php
// getIterator may be a generator or another aggregate.
class Tree implements IteratorAggregate {
    function __construct(private array $kids, private $name = '') {}
    function getIterator(): Iterator { yield $this->name; foreach ($this->kids as $k) { yield from $k; } }
}
$t = new Tree([new Tree([], 'a'), new Tree([new Tree([], 'c')], 'b')], 'root');
foreach ($t as $k => $v) { echo "$v "; }
echo iterator_count($t), "\n";
class Outer implements IteratorAggregate { function getIterator(): Traversable { return new Tree([], 'inner'); } }
foreach (new Outer as $v) { echo $v, "\n"; }
class Bad implements IteratorAggregate { function getIterator(): Traversable { throw new Exception('no iterator'); } }
try { foreach (new Bad as $v) {} } catch (Exception $e) { echo $e->getMessage(), "\n"; }
