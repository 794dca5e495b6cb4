<?php
// set_exception_handler takes what nobody caught; the script still ends.
set_exception_handler(function (Throwable $t) { echo 'handler: ', get_class($t), ' ', $t->getMessage(), "\n"; });
register_shutdown_function(fn() => print("shutdown\n"));
class D { function __destruct() { echo "destructor\n"; } }
$d = new D;
throw new Exception('nobody');
echo "never\n";
