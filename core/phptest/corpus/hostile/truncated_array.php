<?php
// exit: 255
// contains: Parse error: 
$a = [1, 2