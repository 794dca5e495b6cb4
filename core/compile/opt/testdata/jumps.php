<?php
function f($a, $b) { 
  $a = $a + 1; $b = $a . "x" . "y"; 
  if (!$a && $b) { echo "a"; echo "b"; } 
  while ($a) { if ($b) break; $a--; $b++; }
  $c = $a ? $b : ($b ?: 3);
  foo($a, $b[1], bar());
  if (!isset($a[1])) return;
  do { $x = $a && $b || $c; foo($x); } while (1);
}
