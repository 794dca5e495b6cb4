<?php
// A constructor is inherited; an overriding one calls the parent's if it wants.
class P { public $log = []; function __construct($a) { $this->log[] = "P($a)"; } }
class Q extends P {}
class R extends Q { function __construct() { $this->log[] = 'R'; parent::__construct(7); } }
class S extends P { function __construct() { } }
echo implode(',', (new Q(1))->log), ' ', implode(',', (new R)->log), ' ', count((new S)->log), "\n";
try {
    new Q;
} catch (ArgumentCountError $e) {
    echo preg_replace_none($e->getMessage()), "\n";
}
function preg_replace_none($m) { return substr($m, 0, strpos($m, ',')); }
