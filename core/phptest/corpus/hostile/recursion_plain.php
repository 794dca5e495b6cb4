<?php
// exit: 255
// contains: Allowed memory size of 134217728 bytes exhausted
function down($n) { return down($n + 1) + 1; }
echo down(0);
