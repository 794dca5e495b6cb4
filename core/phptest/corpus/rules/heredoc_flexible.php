<?php
// The closing marker's indentation is removed; it may be followed by anything.
$v = 'val'; $a = [<<<X
      one $v
        two
      X, <<<'Y'
    raw $v
    Y, 'three'];
echo json_encode($a), strlen(<<<"E"
  \t{$v}

  x
  E), "\n";
try { eval("\$x = <<<E\n  a\n b\n  E;"); } catch (ParseError $e) { echo $e->getMessage(), "\n"; }
