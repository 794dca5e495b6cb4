<?php
// compact collects variables, extract makes them, with a choice for those there already.
function f() {
    $a = 1; $b = [2]; $this_is = 'x';
    $c = compact('a', ['b', ['this_is']]);
    $a = 'kept';
    $n = extract(['a' => 'new', 'd' => 4, '5' => 'no'], EXTR_SKIP);
    return [$c, $a, $d, $n, extract(['a' => 'p'], EXTR_PREFIX_ALL, 'pre'), $pre_a];
}
echo json_encode(f()), "\n";
compact('undefined_one');
$src = ['r' => 1];
extract($src, EXTR_REFS);
$r = 2;
echo $src['r'], "\n";
