<?php
// Cases compare by identity in match; they cannot be array keys.
enum Dir { case Up; case Down; }
function turn(Dir $d): Dir { return match (true) { $d === Dir::Up => Dir::Down, default => Dir::Up }; }
var_dump(turn(Dir::Up), turn(turn(Dir::Up)));
try {
    $a = [Dir::Up->name => 1];
    echo key($a), "\n";
    $a[Dir::Up] = 1;
} catch (TypeError $e) {
    echo get_class($e), "\n";
}
$m = new WeakMap;
$m[Dir::Up] = 'kept';
echo count($m), $m[Dir::Up], "\n";
