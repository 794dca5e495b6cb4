<?php
// exit: 255
// contains: eval()'d code
eval(str_repeat('if (1) {', 100000) . str_repeat('}', 100000));
