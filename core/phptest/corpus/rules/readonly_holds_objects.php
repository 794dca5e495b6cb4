<?php
// Readonly freezes the property, not the object in it.
class Box { public function __construct(public readonly object $in) {} }
$b = new Box(new stdClass);
$b->in->free = true;
var_dump($b->in->free);
try {
    $b->in = new stdClass;
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
