<?php
// File, line, trace and the text of an exception are where it was made.
class MyE extends Exception { protected $code = 77; public function __construct($m) { $this->message = "my $m"; } }
function thrower($a) { return new MyE($a); }
$e = thrower([1, 2]);
echo $e->getLine(), ' ', basename($e->getFile()), ' ', $e->getCode(), ' ', $e->getMessage(), "\n";
echo $e->getTraceAsString(), "\n";
echo count($e->getTrace()), $e->getTrace()[0]['function'], "\n";
echo $e, "\n";
