<?php
// exit: 255
// contains: Maximum execution time of 1 second exceeded
// time: 10
set_time_limit(1);
while (true) { }
