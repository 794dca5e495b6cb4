<?php
// exit: 255
// contains: eval()'d code
eval('echo ' . str_repeat('f(', 100000) . str_repeat(')', 100000) . ';');
