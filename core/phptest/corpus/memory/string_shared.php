<?php
$s = str_repeat('long', 500);
$m = memory_get_usage();
$a = [$s, $s, $s];
$t = $s;
echo memory_get_usage() - $m, "\n";
$t .= 'x';
echo memory_get_usage() - $m, "\n";
