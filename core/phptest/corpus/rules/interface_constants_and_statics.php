<?php
// Constants of interfaces are inherited and may be overridden since 8.1.
interface HasLimit { const LIMIT = 10; public static function limit(): int; }
class Small implements HasLimit { public static function limit(): int { return static::LIMIT; } }
class Big extends Small { const LIMIT = 1000; }
echo HasLimit::LIMIT, ' ', Small::limit(), ' ', Big::limit(), ' ', Big::LIMIT, "\n";
var_dump(is_subclass_of('Big', 'HasLimit'), in_array('HasLimit', class_implements('Big')));
