<?php
// exit: 255
// contains: Allowed memory size of 134217728 bytes exhausted (tried to allocate
$s = 'x';
while (true) { $s .= $s; }
