<?php // since 8.5
// clone() is a function that may give properties new values.
class P {
    public function __construct(public readonly int $x, public int $y = 0) {}
    public function withX(int $x): static { return clone($this, ['x' => $x]); }
    public function __clone() { echo 'cloned '; }
}
$p = new P(1, 2);
$q = $p->withX(5);
echo $q->x, $q->y, $p->x, "\n";
$r = clone($p, ['y' => 9]);
echo $r->y, "\n";
try {
    clone($p, ['x' => 3]);
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
echo count(array_map(clone(...), [$p, $q])), "\n";
