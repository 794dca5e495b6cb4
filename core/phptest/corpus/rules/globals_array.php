<?php
// $GLOBALS is a read-only copy as a whole, its elements are the variables.
$a = 1;
function f() { $GLOBALS['a']++; $GLOBALS['b'] = 'new'; unset($GLOBALS['c']); return isset($GLOBALS['zz']); }
$c = 'gone';
var_dump(f(), $a, $b, isset($c));
$copy = $GLOBALS;
$copy['a'] = 'changed';
echo $a, "\n";
foreach (['$GLOBALS = [];', 'unset($GLOBALS);', '$x = &$GLOBALS;', 'array_pop($GLOBALS);'] as $code) { echo strlen($code), ' '; }
$name = 'a';
echo "\n", $GLOBALS[$name], ${'name'}, "\n";
