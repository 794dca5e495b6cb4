<?php
// exit: 0
// contains: Malformed UTF-8
// contains: end
$s = "\xff\xfe\x80abc\xc3";
var_dump(strlen($s), strrev($s) === strrev($s), ucfirst($s) === $s);
var_dump(json_encode($s), json_last_error_msg());
var_dump(htmlspecialchars($s));
var_dump(json_decode("\"\xff\""));
echo "end\n";
