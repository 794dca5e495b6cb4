<?php
// exit: no finally, but shutdown functions, buffers and destructors.
class D { function __destruct() { echo "destructor\n"; } }
$d = new D;
register_shutdown_function(function ($x) { echo "shutdown $x\n"; register_shutdown_function(fn() => print("nested\n")); }, 'arg');
ob_start(fn($s) => strtoupper($s));
echo "buffered\n";
try { exit("message\n"); } finally { echo "finally is not run\n"; }
