<?php
// exit: 0
// contains: end
foreach (['%2147483648d', '%999999999999d', '%.999999999f', "%'", '%', '%5$s', '%0$s', '%z'] as $f) {
    try { echo strlen(@sprintf($f, 1.5)), "\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
try { echo str_pad('x', -5), str_repeat('', PHP_INT_MAX), "\n"; str_repeat('x', -1); } catch (Throwable $e) { echo $e->getMessage(), "\n"; }
try { array_fill(0, -1, 0); } catch (Throwable $e) { echo $e->getMessage(), "\n"; }
try { range(1, 2, 0); } catch (Throwable $e) { echo $e->getMessage(), "\n"; }
try { var_dump(array_chunk([1], 0)); } catch (Throwable $e) { echo $e->getMessage(), "\n"; }
var_dump(@unserialize('a:1000000000:{i:0;i:0;}'), @unserialize('O:8:"stdClass":99999999:{}'), @unserialize(str_repeat('a:1:{i:0;', 20000)));
var_dump(json_decode(str_repeat('[', 100000)), json_last_error_msg());
echo "end\n";
