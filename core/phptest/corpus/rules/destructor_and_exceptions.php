<?php
// A destructor may throw; during unwinding its exception is chained.
class T { function __destruct() { throw new Exception('from destructor'); } }
try { $t = new T; unset($t); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
function f() { $t = new T; throw new Exception('first'); }
try { f(); } catch (Exception $e) { echo $e->getMessage(), ' <- ', $e->getPrevious()?->getMessage(), "\n"; }
class C { function __construct() { throw new Exception('constructor failed'); } function __destruct() { echo "never\n"; } }
try { new C; } catch (Exception $e) { echo $e->getMessage(), "\n"; }
