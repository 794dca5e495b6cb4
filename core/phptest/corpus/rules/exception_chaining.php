<?php
// getPrevious; an exception thrown in finally or catch keeps the earlier one.
function f() { try { throw new Exception('first'); } finally { throw new LogicException('second'); } }
try { f(); } catch (Exception $e) { for (; $e; $e = $e->getPrevious()) { echo get_class($e), ' ', $e->getMessage(), "\n"; } }
try { try { throw new Exception('cause', 5); } catch (Exception $e) { throw new RuntimeException('wrapped', 6, $e); } } catch (RuntimeException $e) { echo $e->getCode(), $e->getPrevious()->getCode(), "\n"; }
