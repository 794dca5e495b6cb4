<?php
// exit: 0
// contains: still 1
// contains: end
#[AllowDynamicProperties]
class R { public $v = 1; function __destruct() { $GLOBALS['keep'] = $this; } }
$r = new R;
$r = null;
echo "still ", $keep->v, "\n";
$keep = null;
gc_collect_cycles();
$a = new R; $a->self = $a; $a = null;
gc_collect_cycles();
echo "end\n";
