<?php // since 8.3
// Class::{expression} names a constant at run time.
class Conf { const A = 'first'; const B = 'second'; const ALSO = self::{'A'} . '!'; }
foreach (['A', 'B', 'ALSO', 'class', 'none'] as $name) {
    try {
        echo Conf::{$name}, "\n";
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
try {
    echo Conf::{5};
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
