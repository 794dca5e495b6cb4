<?php
// An unset declared property goes through the magic methods, an uninitialised typed one does not.
class P {
    public $u = 1;
    public int $typed;
    function __get($n) { return $n === 'typed' ? 7 : "magic $n"; }
    function __set($n, $v) { echo "magic set $n\n"; }
}
$p = new P;
unset($p->u);
echo $p->u, "\n";
$p->u = 5;
try { echo $p->typed; } catch (Error $e) { echo $e->getMessage(), "\n"; }
$p->typed = 3;
unset($p->typed);
echo $p->typed, "\n";
