<?php
// Spectral norm of an infinite matrix by the power method.
function a(int $i, int $j): float
{
    return 1.0 / ((($i + $j) * ($i + $j + 1) >> 1) + $i + 1);
}

function times(int $n, array $v): array
{
    $out = [];
    for ($i = 0; $i < $n; $i++) {
        $sum = 0.0;
        for ($j = 0; $j < $n; $j++) {
            $sum += a($i, $j) * $v[$j];
        }
        $out[] = $sum;
    }
    return $out;
}

function transposed(int $n, array $v): array
{
    $out = [];
    for ($i = 0; $i < $n; $i++) {
        $sum = 0.0;
        for ($j = 0; $j < $n; $j++) {
            $sum += a($j, $i) * $v[$j];
        }
        $out[] = $sum;
    }
    return $out;
}

$n = (int) ($argv[1] ?? 120);
$u = array_fill(0, $n, 1.0);
$v = [];
for ($i = 0; $i < 10; $i++) {
    $v = transposed($n, times($n, $u));
    $u = transposed($n, times($n, $v));
}
$vbv = $vv = 0.0;
for ($i = 0; $i < $n; $i++) {
    $vbv += $u[$i] * $v[$i];
    $vv += $v[$i] * $v[$i];
}
printf("%0.9f\n", sqrt($vbv / $vv));
