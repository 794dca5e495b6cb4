<?php
namespace App\Models;
// Names resolve by namespace and imports; functions and constants fall back to the global ones.
use App\Models\User as U;
use function App\Models\helper as h;
use const App\Models\LIMIT as L;
const LIMIT = 5;
function helper() { return __FUNCTION__; }
function strlen($x) { return 'mine'; }
class User { static function n() { return __CLASS__ . '|' . __METHOD__ . '|' . __NAMESPACE__; } }
echo U::n(), ' ', h(), ' ', L, ' ', strlen('x'), ' ', \strlen('x'), ' ', strtoupper('global'), ' ', PHP_VERSION_ID > 80000 ? 'const' : '', "\n";
echo namespace\helper(), ' ', U::class, ' ', \stdClass::class, ' ', Nope\Thing::class, ' ', 'App\Models\User'::n() === User::n() ? 'same' : '', "\n";
try { new Unknown; } catch (\Error $e) { echo $e->getMessage(), "\n"; }
try { undefined_fn(); } catch (\Error $e) { echo $e->getMessage(), "\n"; }
try { echo UNDEF; } catch (\Error $e) { echo $e->getMessage(), "\n"; }
