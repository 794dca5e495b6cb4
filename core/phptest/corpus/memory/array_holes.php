<?php
$a = [];
for ($i = 0; $i < 64; $i++) { $a["key$i"] = $i; }
$m = memory_get_usage();
for ($i = 0; $i < 60; $i++) { unset($a["key$i"]); }
echo memory_get_usage() - $m, "\n";
for ($i = 0; $i < 30; $i++) { $a["new$i"] = $i; }
echo memory_get_usage() - $m, "\n";
$b = $a;
$b['z'] = 1;
echo memory_get_usage() - $m, "\n";
