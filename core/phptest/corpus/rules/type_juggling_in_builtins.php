<?php
// Builtins coerce by their declared types: null is deprecated, arrays throw.
echo strlen(123), str_repeat(5, '3'), strrev(1.5), abs('-5'), max('apple', 5, '10'), min([3, '2', 1.5]), array_sum(['1', 2.5, true]), implode(',', [1, null, 2.0, false, 'x']), "\n";
var_dump(in_array('abc', [0]), in_array(null, [0]), in_array('1e0', ['1']), array_search('1', [0, 1, '1'], true), range('a', 'e', 2), str_contains('abc', ''), round('3.7'), is_numeric(' 5'), is_numeric('5 '), is_numeric('0x5'), 'abc' <=> null);
foreach ([fn() => strlen([]), fn() => str_repeat('x', -1), fn() => array_combine([1], [1, 2]), fn() => strtoupper(new stdClass), fn() => array_fill(0, -1, 0)] as $f) { try { var_dump($f()); } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; } }
