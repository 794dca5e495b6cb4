<?php
// A frame too large for a page. Arguments beyond
// the declared ones live in the frame, 16 bytes
// each, so calling with 40,000 of them needs 625 KB
// in one piece: a page made to measure. It is never
// cached.

function count_them() {
    return func_num_args();
}

$many = range(1, 40_000);

for ($i = 0; $i < 50; $i++) {
    $n = count_them(...$many);
}

echo number_format($n), " arguments, ", number_format($n * 16 / 1024), " KB of frame\n";
