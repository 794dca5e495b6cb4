<?php
// exit: 255
// contains: Allowed memory size of 134217728 bytes exhausted (tried to allocate
$a = [];
while (true) { $a[] = str_repeat('y', 1000); }
