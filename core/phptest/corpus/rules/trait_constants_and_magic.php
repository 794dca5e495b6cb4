<?php
// Traits know the class they are used in; constants in traits exist since 8.2.
trait Named {
    public const KIND = 'named';
    public function magic() { return __TRAIT__ . ' ' . __CLASS__ . ' ' . self::class . ' ' . __FUNCTION__ . ' ' . __METHOD__; }
    public function kind() { return self::KIND; }
}
class Thing { use Named { magic as spell; } }
$t = new Thing;
echo $t->magic(), "\n", $t->spell(), "\n", $t->kind(), ' ', Thing::KIND, "\n";
try {
    echo Named::KIND;
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
