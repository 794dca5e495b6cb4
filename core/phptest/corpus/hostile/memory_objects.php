<?php
// exit: 255
// contains: Allowed memory size of 134217728 bytes exhausted
class N { public $next; }
$head = null;
while (true) { $n = new N; $n->next = $head; $head = $n; }
