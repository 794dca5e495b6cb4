<?php
$m = memory_get_usage();
$a = range(1, 100);
echo memory_get_usage() - $m, "\n";
$a['x'] = 1;
echo memory_get_usage() - $m, "\n";
unset($a['x']);
echo memory_get_usage() - $m, "\n";
$b = array_values($a);
echo memory_get_usage() - $m, "\n";
