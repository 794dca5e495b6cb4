<?php
// exit: 0
// contains: 100001
echo strlen(eval('return "a"' . str_repeat(' . $argc', 100000) . ';')), "\n";
