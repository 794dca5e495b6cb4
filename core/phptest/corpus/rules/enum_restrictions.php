<?php
// Enums cannot be made, extended, given properties or cast.
enum E { case A; }
foreach (['new E', 'E::B', 'E::A->x = 1', 'E::from(1)', '(string) E::A'] as $code) {
    try {
        eval("$code;");
        echo "fine\n";
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
var_dump((array) E::A, isset(E::A->name), E::A?->name);
