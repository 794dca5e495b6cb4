<?php
// ?T takes null and must be given; a default makes it optional.
function a(?int $x) { return var_export($x, true); }
function b(?int $x = null, ?string $y = 'd') { return var_export([$x, $y], true); }
echo a(null), a(3), b(), b(1, null), "\n";
try {
    a();
} catch (ArgumentCountError $e) {
    echo strstr($e->getMessage(), ' in ', true), "\n";
}
