<?php
// Bytes by offset, negative from the end; writing past the end pads with spaces.
$s = 'abc';
echo $s[0], $s[-1], $s['1'], isset($s[5]) ? 'y' : 'n', isset($s['1x']) ? 'y' : 'n', isset($s[0][0]) ? 'y' : 'n', "\n";
$s[5] = 'XYZ';
var_dump($s);
$s[-1] = '!';
echo $s, strlen($s), "\n";
foreach ([fn() => $s['x'], fn() => $s[10], fn() => $s[1.7], fn() => $s[true], function () use ($s) { $s[0] = ''; }, function () use ($s) { $s[] = 'x'; }, function () use ($s) { $s[0][0] = 'x'; }, function () use ($s) { unset($s[0]); }, function () use ($s) { $s['y'] = 'x'; }] as $f) {
    try { var_dump($f()); } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
