<?php
$m = memory_get_usage();
$o = new stdClass;
echo memory_get_usage() - $m, "\n";
for ($i = 0; $i < 20; $i++) {
    $o->{"p$i"} = $i;
    if ($i === 0 || $i === 7 || $i === 8 || $i === 19) { echo memory_get_usage() - $m, "\n"; }
}
$c = clone $o;
echo memory_get_usage() - $m, "\n";
$c->p0 = 'new';
echo memory_get_usage() - $m, "\n";
