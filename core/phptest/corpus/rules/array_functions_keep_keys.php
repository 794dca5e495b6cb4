<?php
// Which array functions keep keys and which renumber.
$a = [3 => 'c', 'x' => 'a', 1 => 'b'];
$show = fn($v) => print(json_encode($v) . "\n");
$show(array_filter($a)); $show(array_map(null, $a)); $show(array_map('strtoupper', $a)); $show(array_reverse($a)); $show(array_merge($a, ['n'])); $show($a + ['x' => 'no', 'y' => 'yes']);
$show(array_slice($a, 1)); $show(array_splice($a, 0, 1)); $show($a); $show(array_unique([1, '1', 1.0, true])); $show(array_flip(['a', 'b'])); $show(array_fill_keys(['a'], 0)); $show(array_pad([1], 3, 0));
asort($a); $show($a); ksort($a); $show($a); sort($a); $show($a);
usort($a, fn($x, $y) => $y <=> $x); $show($a); $show(array_values(array_diff_key(['a' => 1, 'b' => 2], ['a' => 9])));
