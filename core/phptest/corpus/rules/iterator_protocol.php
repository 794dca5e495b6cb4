<?php
// foreach calls rewind, valid, current, key, body, next, valid ...
class It implements Iterator {
    private $i = 0;
    function __construct(private $n) {}
    function rewind(): void { echo '[rewind]'; $this->i = 0; }
    function valid(): bool { echo '[valid]'; return $this->i < $this->n; }
    function current(): mixed { echo '[current]'; return $this->i * 10; }
    function key(): mixed { echo '[key]'; return "k$this->i"; }
    function next(): void { echo '[next]'; $this->i++; }
}
foreach (new It(2) as $k => $v) { echo "$k=$v"; }
echo "\n";
foreach (new It(1) as $v) { echo $v; }
echo "\n", implode(',', iterator_to_array(new It(1))), "\n";
[$a, $b] = [...new It(0), 'x', 'y'];
echo "\n$a$b\n";
