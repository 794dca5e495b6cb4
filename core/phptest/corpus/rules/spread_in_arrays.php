<?php
// Lists are renumbered, string keys overwrite (since 8.1).
$a = ['x' => 1, 5 => 'five', 'y' => 2]; $b = [10, 'x' => 'new'];
echo json_encode([...$a, ...$b, 'y' => 'last', ...[]]), "\n";
function g() { yield 'k' => 1; yield 'k' => 2; yield 7 => 3; }
echo json_encode([0, ...g()]), "\n";
const C = [...[1, 2], 3];
class ArrayIteratorLike implements IteratorAggregate { function getIterator(): Iterator { yield 'a'; } }
echo json_encode(C), json_encode([...new ArrayIteratorLike]), "\n";
$none = []; $more = [...$none, 'x']; $again = [...$none, 'y'];
echo json_encode([$none, $more, $again]), "\n";
