<?php
// Inside __get for a property, that property is the plain one: no recursion.
class Magic {
    public $seen = [];
    private $hidden = 'h';
    function __get($n) { $this->seen[] = "get $n"; return $this->$n; }
    function __set($n, $v) { $this->seen[] = "set $n"; $this->$n = $v; }
    function __isset($n) { $this->seen[] = "isset $n"; return isset($this->$n); }
    function __unset($n) { $this->seen[] = "unset $n"; unset($this->$n); }
}
$m = new Magic;
echo $m->hidden, "\n";
var_dump(@$m->nothing);
var_dump(isset($m->hidden), empty($m->hidden), isset($m->no));
$m->hidden = 2;
unset($m->hidden, $m->no);
echo implode(', ', $m->seen), "\n";
