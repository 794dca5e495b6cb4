<?php
// Generators compose lazily, each pulling from the next.
function numbers() { for ($i = 1; ; $i++) { echo "n$i "; yield $i; } }
function filter(callable $f, iterable $i) { foreach ($i as $k => $v) { if ($f($v)) { yield $k => $v; } } }
function map(callable $f, iterable $i) { foreach ($i as $k => $v) { yield $k => $f($v); } }
function take(int $n, iterable $i) { foreach ($i as $k => $v) { if ($n-- <= 0) { return; } yield $k => $v; } }
foreach (take(2, map(fn($x) => $x ** 2, filter(fn($x) => $x % 2 === 0, numbers()))) as $k => $v) { echo "[$k=>$v] "; }
echo "\n";
class Repo { private $rows = ['a' => 1, 'b' => 2]; function all() { foreach ($this->rows as $k => $v) { yield $k => $v; } } static function lines() { yield from ['x', static::class]; } }
echo json_encode(iterator_to_array((new Repo)->all())), json_encode(iterator_to_array(Repo::lines())), "\n";
