<?php
// Equal elements keep their order since 8.0.
$a = [['n' => 'x', 'i' => 1], ['n' => 'a', 'i' => 2], ['n' => 'x', 'i' => 3], ['n' => 'a', 'i' => 4]];
usort($a, fn($p, $q) => $p['n'] <=> $q['n']);
echo implode(',', array_column($a, 'i')), "\n";
$mixed = [10, '9', 'abc', 1.5, true, null, 'ABC', [1], '10'];
sort($mixed);
echo count($mixed), "\n";
$s = ['b' => 1, 'a' => 1, 'c' => 0];
asort($s); echo json_encode($s); arsort($s); echo json_encode($s), "\n";
$w = ['img12', 'img10', 'IMG2', 'img1']; sort($w, SORT_NATURAL | SORT_FLAG_CASE); echo implode(' ', $w), "\n";
