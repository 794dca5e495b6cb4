<?php
class C { public $self; public $data; }
gc_collect_cycles();
$m = memory_get_usage();
for ($i = 0; $i < 200; $i++) { $c = new C; $c->self = $c; $c->data = [$i, $c]; }
$c = null;
echo memory_get_usage() - $m, "\n";
echo gc_collect_cycles(), "\n";
echo memory_get_usage() - $m, "\n";
