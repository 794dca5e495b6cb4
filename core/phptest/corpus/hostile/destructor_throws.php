<?php
// exit: 255
// contains: caught d
// contains: Uncaught Exception: last
class D { public $m; function __construct($m) { $this->m = $m; } function __destruct() { throw new Exception($this->m); } }
try { $x = new D('d'); unset($x); } catch (Exception $e) { echo "caught ", $e->getMessage(), "\n"; }
try { function () { $x = new D('in'); throw new Exception('body'); }; } catch (Exception $e) { }
$y = new D('last');
