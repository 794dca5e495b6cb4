<?php
// define() at run time, const at top level, names with namespaces and case.
define('RUN', [1, ['k' => 'v']]); const TOP = RUN[1]['k'] . '!'; define('weird name', 5); define('Ns\X', 'in ns');
echo TOP, constant('weird name'), \Ns\X, RUN[0], defined('RUN') ? 'y' : 'n', defined('run') ? 'y' : 'n', TRUE === true ? 'T' : '', "\n";
var_dump(define('LATER', 2), @constant('E_ALL') > 0);
try { echo UNDEFINED_ONE; } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { constant('Nope::X'); } catch (Error $e) { echo $e->getMessage(), "\n"; }
if (true) { define('COND', __LINE__); }
echo COND, M_PI > 3 ? ' pi' : '', PHP_EOL;
