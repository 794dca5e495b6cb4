<?php
// Mandelbrot set as a portable bitmap; the picture's hash is printed unless "raw" is asked for.
$n = (int) ($argv[1] ?? 100);
$out = "P4\n$n $n\n";
for ($y = 0; $y < $n; $y++) {
    $ci = 2.0 * $y / $n - 1.0;
    $bits = 0;
    $used = 0;
    for ($x = 0; $x < $n; $x++) {
        $cr = 2.0 * $x / $n - 1.5;
        $zr = $zi = $tr = $ti = 0.0;
        $i = 50;
        while ($i > 0 && $tr + $ti < 4.0) {
            $zi = 2.0 * $zr * $zi + $ci;
            $zr = $tr - $ti + $cr;
            $tr = $zr * $zr;
            $ti = $zi * $zi;
            $i--;
        }
        $bits = $bits << 1 | ($i === 0 ? 1 : 0);
        if (++$used === 8) {
            $out .= chr($bits);
            $bits = $used = 0;
        }
    }
    if ($used > 0) {
        $out .= chr($bits << (8 - $used) & 255);
    }
}
echo ($argv[2] ?? '') === 'raw' ? $out : strlen($out) . ' ' . md5($out) . "\n";
