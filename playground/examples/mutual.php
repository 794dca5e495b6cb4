<?php
// Two functions that call each other. Their frames
// differ in size, so they lie in alternating
// layers, and the frame that meets the edge of a
// page is now one, now the other. The frame table
// below shows both.

function is_even($n) {
    if ($n === 0) {
        return true;
    }
    return is_odd($n - 1);
}

function is_odd($n) {
    if ($n === 0) {
        return false;
    }
    $smaller = $n - 1;
    $label = "odd? $n";
    return is_even($smaller);
}

for ($n = 1_000; $n <= 10_000; $n += 1_000) {
    echo number_format($n), is_even($n) ? " is even\n" : " is odd\n";
}
