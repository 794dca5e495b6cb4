<?php
// What ends a script without a handler.
function f(int $n, array $a, ?object $o, $long) { throw new DomainException("line one\nline two", 3, new Exception('cause')); }
class K { static function s() { f(1, [1], null, 'a string that is rather long'); } function m() { self::s(); } }
echo "before\n";
(new K)->m();
echo "never\n";
