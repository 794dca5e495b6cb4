<?php
// exit: 255
// contains: Allowed memory size of 134217728 bytes exhausted (tried to allocate
echo strlen(str_repeat('abc', 1 << 40));
