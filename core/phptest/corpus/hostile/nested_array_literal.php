<?php
// exit: 255
// contains: eval()'d code
eval('$x = ' . str_repeat('[', 100000) . str_repeat(']', 100000) . ';');
