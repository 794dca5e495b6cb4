<?php
// null, false and true are types of their own since 8.2.
function n(null $x): null { return null; }
function f(): false { return false; }
function t(bool $b): true { return $b; }
var_dump(n(null), f(), t(true));
try {
    t(false);
} catch (TypeError $e) {
    echo strstr($e->getMessage(), ' must', true), "\n";
}
