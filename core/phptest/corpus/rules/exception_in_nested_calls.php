<?php
// An exception unwinds frames, releasing what they held, loops and arguments too.
class D { function __construct(public $n) {} function __destruct() { echo "~$this->n "; } }
function thrower() { throw new Exception('deep'); }
function mid($d) { foreach ([new D('element')] as $x) { $a = [new D('a'), thrower()]; } }
try { mid(new D('arg')); } catch (Exception $e) { echo $e->getMessage(); unset($e); }
echo "\n";
try { strlen(thrower() . new D('n')); } catch (Exception) { echo "clean\n"; }
