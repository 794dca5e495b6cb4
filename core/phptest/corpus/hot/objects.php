<?php
// Methods, properties, constructors, references to objects that come and go.
class Vec
{
    public $x;
    public float $y = 0.0;
    private int $touched = 0;
    function __construct($x, $y) { $this->x = $x; $this->y = $y; }
    function add(Vec $o): static { $this->touched++; return new static($this->x + $o->x, $this->y + $o->y); }
    function dot($o) { return $this->x * $o->x + $this->y * $o->y; }
    function touched() { return $this->touched; }
}
class Ring
{
    public $next;
    public $n;
    function __construct($n) { $this->n = $n; }
}
function walk($ring, $steps)
{
    $sum = 0;
    while ($steps-- > 0) {
        $sum += $ring->n;
        $ring = $ring->next;
    }
    return $sum;
}
$v = new Vec(1, 2);
$one = new Vec(1, 0.5);
$sum = 0;
for ($i = 0; $i < 60000; $i++) {
    $w = $v->add($one);
    $sum += $w->dot($one);
    if ($i % 1000 == 0) $v = $w;
}
echo $sum, " ", $v->x, " ", $v->y, " ", $v->touched(), " ", $one->touched(), "\n";
$first = $last = new Ring(0);
for ($i = 1; $i < 7; $i++) {
    $last->next = new Ring($i);
    $last = $last->next;
}
$last->next = $first;
echo walk($first, 100000), "\n";
