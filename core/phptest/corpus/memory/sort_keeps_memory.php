<?php
$a = [];
for ($i = 0; $i < 500; $i++) { $a["k" . $i * 7 % 500] = $i; }
$m = memory_get_usage();
ksort($a);
echo memory_get_usage() - $m, "\n";
sort($a);
echo memory_get_usage() - $m, "\n";
shuffle($a);
echo memory_get_usage() - $m, "\n";
asort($a);
echo memory_get_usage() - $m, "\n";
