<?php
// exit: 255
// contains-any: Allowed memory size | Maximum call stack size | nesting
$code = 'eval($code);';
eval($code);
