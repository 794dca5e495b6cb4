<?php
// Exceptions go in by throw() and come out of start(), resume() and throw().
$f = new Fiber(function () { try { Fiber::suspend(1); } catch (Exception $e) { echo 'in: ', $e->getMessage(), "\n"; } throw new LogicException('out'); });
$f->start();
try { $f->throw(new Exception('thrown in')); } catch (LogicException $e) { echo $e->getMessage(), "\n"; }
var_dump($f->isTerminated());
foreach ([fn() => $f->resume(), fn() => $f->getReturn(), fn() => Fiber::suspend(), fn() => (new Fiber(fn() => 1))->resume()] as $c) {
    try { $c(); } catch (FiberError $e) { echo $e->getMessage(), "\n"; }
}
