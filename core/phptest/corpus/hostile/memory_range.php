<?php
// exit: 255
// contains-any: Allowed memory size | must not exceed | exceeds the maximum array size
$a = range(0, PHP_INT_MAX - 1);
