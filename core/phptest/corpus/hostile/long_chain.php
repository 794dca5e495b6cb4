<?php
// exit: 0
// contains: 100001
echo eval('return 1' . str_repeat(' + $argc', 100000) . ';'), "\n";
