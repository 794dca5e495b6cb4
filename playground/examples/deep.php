<?php
// How deep can PHP recurse? As deep as memory_limit
// lets it: a call takes no machine stack, only a
// frame on the VM stack, and that grows page by
// page.

function depth($n) {
    if ($n > 0) {
        return depth($n - 1) + 1;
    }
    return 0;
}

foreach ([1_000, 5_000, 20_000, 50_000] as $n) {
    echo str_pad(number_format(depth($n)), 8, ' ', STR_PAD_LEFT), " calls deep\n";
}

echo "Peak: ", number_format(memory_get_peak_usage() / 1024), " KB\n";
