<?php
// Turning errors into exceptions.
set_error_handler(function ($no, $msg, $file, $line) { if (!(error_reporting() & $no)) { return false; } throw new ErrorException($msg, 0, $no, $file, $line); });
foreach ([fn() => $u, fn() => [] . '', fn() => "abc"['x'] ?? 'default', fn() => [1][5], fn() => 1 <=> new stdClass, fn() => @file_get_contents('/no/such/file')] as $f) {
    try { var_dump($f()); } catch (ErrorException $e) { echo $e->getSeverity(), ' ', $e->getMessage(), "\n"; }
}
