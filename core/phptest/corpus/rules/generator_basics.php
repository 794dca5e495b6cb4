<?php
// A generator's body runs when values are asked for.
function g($n) { echo '[start]'; for ($i = 1; $i <= $n; $i++) { yield $i; echo "[after $i]"; } return 'result'; }
$g = g(2);
echo 'made ';
foreach ($g as $k => $v) { echo "$k=>$v "; }
echo $g->getReturn(), "\n";
$h = g(1);
echo $h->current(), $h->key(), var_export($h->valid(), true), "\n";
$h->next();
var_dump($h->valid(), $h->current());
try { foreach ($g as $v) {} } catch (Exception $e) { echo $e->getMessage(), "\n"; }
try { g(1)->getReturn(); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
