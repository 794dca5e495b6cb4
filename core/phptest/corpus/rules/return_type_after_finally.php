<?php // since 8.5
// A finally block cannot smuggle a value of another type into a returned reference.
function &f(): int { $x = 0; try { return $x; } finally { $x = 'text'; } }
try {
    $r = &f();
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
