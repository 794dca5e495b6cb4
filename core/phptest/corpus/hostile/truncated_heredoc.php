<?php
// exit: 255
// contains: Parse error: 
$x = <<<EOT
abc
