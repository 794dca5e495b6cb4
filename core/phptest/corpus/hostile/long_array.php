<?php
// exit: 0
// contains: 100000
echo count(eval('return [' . str_repeat('1,', 100000) . '];')), "\n";
