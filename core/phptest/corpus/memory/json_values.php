<?php
$json = json_encode(['a' => range(1, 20), 'b' => ['c' => str_repeat('t', 100), 'd' => null]]);
$m = memory_get_usage();
$v = json_decode($json, true);
echo memory_get_usage() - $m, "\n";
$o = json_decode($json);
echo memory_get_usage() - $m, "\n";
unset($v, $o);
echo memory_get_usage() - $m, "\n";
