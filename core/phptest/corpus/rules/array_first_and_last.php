<?php // since 8.5
// The first and last element, null when there is none.
var_dump(array_first([5 => 'a', 3 => 'b']), array_last([5 => 'a', 3 => 'b']), array_first([]), array_last([]));
$a = [1, 2, 3]; unset($a[2], $a[0]);
var_dump(array_first($a), array_last($a));
