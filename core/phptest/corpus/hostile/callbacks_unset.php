<?php
// exit: 0
// contains: end
$GLOBALS['t'] = [new stdClass, 'a', [1, 2]];
set_error_handler(function ($n, $m) { $GLOBALS['t'] = null; unset($GLOBALS['t']); return true; });
echo $t['nope'], $undefined, "x" . [], "\n";
class G { function __get($n) { global $o; $o = null; return $n; } function __set($n, $v) { global $o; $o = null; } function __unset($n) { global $o; $o = null; } }
$o = new G; echo $o->a, "\n";
$o = new G; $o->b = 2;
$o = new G; unset($o->c);
class AA implements ArrayAccess {
    function offsetGet($k): mixed { global $p; $p = null; return $k; }
    function offsetSet($k, $v): void { global $p; $p = null; }
    function offsetExists($k): bool { global $p; $p = null; return true; }
    function offsetUnset($k): void { global $p; $p = null; }
}
$p = new AA; echo $p['z'], "\n";
$p = new AA; $p['z'] = 1;
$p = new AA; unset($p['z']);
$p = new AA; var_dump(isset($p['z']));
echo "end\n";
