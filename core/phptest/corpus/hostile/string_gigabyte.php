<?php
// exit: 255
// contains: Allowed memory size of 134217728 bytes exhausted (tried to allocate
$s = str_repeat('a', 1 << 30);
echo strlen($s);
