<?php
// include warns for a missing file, require ends; _once loads once; a file may return.
$v = 'outer';
$r = include __DIR__ . '/include_part.inc';
echo $r['got'], $made, "\n";
var_dump(include_once __DIR__ . '/include_part.inc');
var_dump(@include 'no_such_file.inc');
function f() { $v = 'local'; $r = include __DIR__ . '/include_part.inc'; return $r['got'] . $made; }
echo f(), "\n";
echo count(array_filter(get_included_files(), fn($x) => str_ends_with($x, '.inc'))), "\n";
try { require 'no_such_file.inc'; } catch (Error $e) { echo get_class($e); }
