<?php
// ?-> ends the whole chain when it meets null, arguments and all.
class N { public ?N $next = null; public $v = 1; function get() { return $this->next; } }
function never() { echo 'called '; return 1; }
$n = new N;
var_dump($n?->v, $n?->next?->next->next, $n->get()?->get(never()), $n?->next?->v[never()]);
$x = null;
var_dump($x?->a->b()->c, isset($x?->a->b), empty($x?->a));
try {
    $n?->next->v();
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
