<?php
// exit: 0
// contains: done
class N { public $next; }
$head = null;
for ($i = 0; $i < 200000; $i++) { $n = new N; $n->next = $head; $head = $n; }
unset($n, $head);
echo "done\n";
