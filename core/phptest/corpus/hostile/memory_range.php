<?php
// exit: 255
// contains-any: Allowed memory size | must not exceed
$a = range(0, PHP_INT_MAX - 1);
