<?php
// exit: 255
// contains: eval()'d code
eval('echo ' . str_repeat('!', 100000) . '1;');
