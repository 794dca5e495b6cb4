<?php
// Two numeric strings compare as numbers; a number with a non-numeric string as strings (since 8.0).
var_dump('1e3' == '1000', '10' == '1e1', 'abc' == 0, '0' == false, '' == null, '1' == '01', 100 == '1e2', 'abc' == 'ABC', null == false, [] == false, '0.0' == false, ' 1' == 1, '1 ' == 1, '1x' == 1);
var_dump('abc' <=> 'abd', '10' <=> '9', '10' <=> '9a', 5 <=> '5', '5' <=> '5.0', 1.5 <=> 1.5, [1, 2] <=> [1, 3], [1, 2, 3] <=> [9, 9], null <=> -1, true <=> -5);
var_dump('0x1A' == 26, '1_000' == 1000, INF == '1e1000', NAN == NAN, '9223372036854775807' == '9223372036854775808');
