<?php
// exit: 0
// contains: ok
$café = "ok\n"; echo $café; echo "ÿþ\n";
