<?php
// Destroying a suspended fiber unwinds it: finally blocks run, catch blocks do not.
$f = new Fiber(function () { try { Fiber::suspend(); } catch (Throwable $t) { echo 'not caught'; } finally { echo "finally\n"; } });
$f->start();
unset($f);
gc_collect_cycles();
echo "after\n";
class D { function __destruct() { echo "local destroyed\n"; } }
$g = new Fiber(function () { $d = new D; Fiber::suspend(); });
$g->start();
$g = null;
gc_collect_cycles();
echo "end\n";
