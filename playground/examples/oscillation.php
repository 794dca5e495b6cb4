<?php
// The tide: a program that rises and falls across
// the edge of a stack page.

function dive($n) {
    if ($n > 0) {
        dive($n - 1);
    }
}

// Stand close below the edge of a page, then make
// many short dives from there. Each one crosses the
// edge: a page is taken on the way down, and given
// back on the way up.
function stand($n, $times) {
    if ($n > 0) {
        stand($n - 1, $times);
        return;
    }
    for ($i = 0; $i < $times; $i++) {
        dive(60);
    }
}

$start = hrtime(true);
stand(2164, 2000);
printf("2,000 dives in %.1f ms\n", (hrtime(true) - $start) / 1e6);
