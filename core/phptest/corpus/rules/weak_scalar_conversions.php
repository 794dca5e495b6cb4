<?php
// What a weak int parameter takes, and what it makes of it.
function i(int $x) { return $x; }
foreach ([1.0, '1', ' 1', '1 ', '1e2', true, 1.5, '1.5', 'x', '1x', '', null, [], 1e20, NAN] as $v) {
    try {
        var_dump(i($v));
    } catch (TypeError $e) {
        echo strstr($e->getMessage(), ', called', true), "\n";
    }
}
