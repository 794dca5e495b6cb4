<?php
// Every Fiber brings a VM stack of its own, with a
// first page of its own. Start many and pages are
// taken by the dozen; let them end and the cache is
// full of pages for the next ones.

function work($n) {
    if ($n === 0) {
        Fiber::suspend();
        return 0;
    }
    return 1 + work($n - 1);
}

for ($round = 1; $round <= 5; $round++) {
    $fibers = [];
    for ($i = 0; $i < 24; $i++) {
        $fiber = new Fiber('work');
        $fiber->start(50);
        $fibers[] = $fiber;
    }
    $sum = 0;
    foreach ($fibers as $fiber) {
        $fiber->resume();
        $sum += $fiber->getReturn();
    }
    unset($fibers, $fiber);
    echo "round $round: $sum\n";
}
