<?php
// Running generators cannot be entered, yield from itself neither.
function g() { global $g; yield 1; $g->next(); }
$g = g();
try { foreach ($g as $v) {} } catch (Error $e) { echo $e->getMessage(), "\n"; }
function r() { yield 1; throw new Exception('inside'); }
$r = r();
try { foreach ($r as $v) { echo $v; } } catch (Exception $e) { echo $e->getMessage(), "\n"; }
var_dump($r->valid());
function f() { yield from 5; }
try { foreach (f() as $v) {} } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { clone r(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { new Generator; } catch (Error $e) { echo $e->getMessage(), "\n"; }
