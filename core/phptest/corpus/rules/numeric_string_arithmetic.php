<?php
// Leading-numeric strings warn, non-numeric ones throw.
var_dump('5' + '5.5', '1e2' + 1, ' 7 ' * 2, '-3' - 4, +'1.0');
foreach (['5 apples', 'apples', '', '1e', '.5', '5.'] as $s) {
    try {
        var_dump($s * 2);
    } catch (TypeError $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
