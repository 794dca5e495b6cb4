<?php
// An object saved by its destructor lives on, but is not destroyed a second time.
class R { public $v = 'alive'; function __destruct() { echo "destructor\n"; $GLOBALS['saved'] = $this; } }
$r = new R;
unset($r);
echo $saved->v, "\n";
unset($saved);
echo "gone silently\n";
