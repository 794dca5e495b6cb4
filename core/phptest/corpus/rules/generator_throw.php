<?php
// throw() raises an exception at the yield, which the body may catch.
function g() { try { yield 1; } catch (Exception $e) { echo 'caught ', $e->getMessage(), "\n"; yield 'recovered'; } finally { echo "finally\n"; } yield 'last'; }
$g = g();
$g->current();
echo $g->throw(new Exception('x')), "\n";
$g->next();
echo $g->current(), "\n";
try { $g->throw(new LogicException('out')); } catch (LogicException $e) { echo $e->getMessage(), "\n"; }
var_dump($g->valid());
$h = g();
try { $h->throw(new Exception('before start')); } catch (Exception $e) { echo 'outside ', $e->getMessage(), "\n"; }
