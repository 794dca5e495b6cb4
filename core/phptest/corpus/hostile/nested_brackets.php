<?php
// exit: 255
// contains: eval()'d code
eval('$x = ' . str_repeat('(', 100000) . '1' . str_repeat(')', 100000) . ';');
