<?php
class Node { public $value; public $next; function __construct($v, $n) { $this->value = $v; $this->next = $n; } }
$head = new Node(0, null);
$m = memory_get_usage();
for ($i = 1; $i < 1000; $i++) { $head = new Node($i, $head); }
echo memory_get_usage() - $m, "\n";
$head = null;
echo memory_get_usage() - $m, "\n";
