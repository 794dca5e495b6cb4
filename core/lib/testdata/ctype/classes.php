<?php
set_error_handler(function ($no, $message) { echo "! $message\n"; return true; });
foreach (['alnum', 'alpha', 'cntrl', 'digit', 'graph', 'lower', 'print', 'punct', 'space', 'upper', 'xdigit'] as $class) {
    $f = "ctype_$class";
    echo $class, ':';
    $from = null;
    for ($i = 0; $i <= 256; $i++) {
        $in = $i < 256 && $f(chr($i));
        if ($in && $from === null) $from = $i;
        if (!$in && $from !== null) {
            echo ' ', $from, $i - 1 > $from ? '-' . ($i - 1) : '';
            $from = null;
        }
    }
    echo ' empty=', (int) $f(''), "\n";
}
var_dump(ctype_digit(53), ctype_digit(300), ctype_alpha(-5), ctype_digit(null));
