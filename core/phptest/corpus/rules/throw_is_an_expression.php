<?php
// throw may stand wherever a value may.
$f = fn($x) => $x ?? throw new InvalidArgumentException('none');
echo $f(1), "\n";
try { $f(null); } catch (InvalidArgumentException $e) { echo $e->getMessage(), "\n"; }
try { $v = false || throw new Exception('or'); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
try { echo match (1) { 2 => 'x', default => throw new Exception('match') }; } catch (Exception $e) { echo $e->getMessage(), "\n"; }
try { throw null; } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { throw new stdClass; } catch (Error $e) { echo $e->getMessage(), "\n"; }
