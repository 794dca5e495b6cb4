<?php
// Nested finally blocks run inside out, each once.
function f($mode) {
    try {
        try {
            if ($mode === 'throw') { throw new Exception('e'); }
            if ($mode === 'return') { return 'returned'; }
            echo 'normal ';
        } finally {
            echo '1 ';
            try { echo '1a '; } finally { echo '1b '; }
        }
        echo 'between ';
    } catch (Exception $e) {
        echo 'catch ';
        return 'caught';
    } finally {
        echo '2 ';
    }
    return 'end';
}
foreach (['', 'throw', 'return'] as $m) { echo f($m), "\n"; }
