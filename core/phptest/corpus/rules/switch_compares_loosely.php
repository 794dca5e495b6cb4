<?php
// switch compares with ==, falls through and may have default anywhere.
function s($v) { $o = ''; switch ($v) { default: $o .= 'd'; case 1: $o .= '1'; break; case 'a': $o .= 'a'; case null: $o .= 'n'; } return $o; }
echo s(1), ' ', s('1'), ' ', s('a'), ' ', s(0), ' ', s(''), ' ', s('zzz'), ' ', s(true), "\n";
switch (5) { case 5; echo "semicolon\n"; }
for ($i = 0; $i < 3; $i++) { switch ($i) { case 1: continue 2; } echo $i; }
echo "\n";
