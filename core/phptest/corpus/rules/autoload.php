<?php
// Autoloaders run in order until one has declared the class.
spl_autoload_register(function ($c) { echo "[1:$c]"; });
spl_autoload_register(function ($c) { echo "[2:$c]"; if ($c === 'Made') { eval('class Made { const X = 1; }'); } });
echo Made::X, "\n";
var_dump(class_exists('Nope'), class_exists('Nope', false), new Made instanceof NotLoaded, is_callable('Gone::f'));
try { new Missing; } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { Missing::f(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
function f(?Undefined $u = null) { return 'no loading for types'; }
echo f(), "\n";
try { class_exists('Ns\Sub'); } finally { echo "\n"; }
