<?php
// A WeakReference does not keep its object, and there is one for each object.
$o = new stdClass;
$r = WeakReference::create($o);
var_dump($r->get() === $o, WeakReference::create($o) === $r);
$copy = $o;
unset($o);
var_dump($r->get() !== null);
unset($copy);
var_dump($r->get());
$c = new stdClass; $c->self = $c;
$w = WeakReference::create($c);
unset($c);
var_dump($w->get() === null);
gc_collect_cycles();
var_dump($w->get() === null);
