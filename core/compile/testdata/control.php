<?php
// Control flow.
if ($a) echo 1; elseif ($b) { echo 2; } else echo 3;
if ($a): echo 1; elseif ($b): echo 2; else: echo 3; endif;
if (true) f(); if (0) g(); if ($a && $b || !$c) h(); if ($a === null) i(); if (isset($x) && $y instanceof Z) j();
while ($a < 3) { $a++; if ($b) continue; if ($c) break; }
do { $a--; } while ($a > 0 && f());
for ($i = 0, $j = 1; $i < 10, $j; $i++, --$j) { for (;;) { break 2; } }
foreach ($a as $v) echo $v; foreach ($a as $k => $v) { continue; } foreach ($a as &$v) $v++; foreach ($a as $k => &$v) {} foreach (f() as ['x' => $x, 'y' => $y]) {} foreach ($a as $o->p => $q['r']) {} foreach ([1, 2] as list($x)) {} foreach ($a as [&$x, $y]) {} foreach (f() as &$z) {} foreach ($a->b['c'] as &$d) { break; }
switch ($a) { case 1: echo 1; case 2: echo 2; break; default: echo 3; case f(): echo 4; }
switch ($a) { case 1: case 2: case 3: case 4: case 5: echo 1; break; default: echo 2; }
switch ($a) { case 'a': echo 1; break; case 'b': echo 2; break; } switch ($a) { case 'a': case '1': echo 1; } switch (f()) { case 1: break; case 2: continue 1; } switch (true) { case $a > 1: echo 1; break; case $b: echo 2; } switch (false) { case $a: } switch ($x) { } switch ($a) { default: echo 1; }
foreach ($a as $v) { switch ($v) { case 1: continue 2; case 2: break 2; } while (1) { return $v; } }
echo match(true) { $a > 1 => 'x', $b, $c => 'y', default => 'z' }, match($a) { 1, 2 => 'x', 'k' => f() }, match($a) { 1 => 2 }, match(f()) { default => 1 }, match($a) { 1.5 => 1, null => 2 };
$r = match($a) { 1 => throw new E, 2 => exit, default => match($b) { 3 => 4 } };
try { f(); } catch (A $e) { g(); } catch (B | C $e) { h(); } catch (D) { }
try { f(); } finally { g(); }
function t($x) {
    try { try { return f($x); } catch (A $e) { return $x; } finally { g(); } } finally { if ($x) return 2; }
    foreach ($x as $y) { try { if ($y) continue; if ($z) break; return $y; } finally { h(); } }
    while (1) { try { f(); } finally { while (1) { break; } } }
    goto end; a: f(); if ($x) goto a; end: return;
}
function u() { foreach ($a as $b) { foreach ($c as $d) { goto out; } } out: foreach ($x as $y) { try { goto next; } finally { f(); } next: } }
L: try { f(); } finally { } goto M; M:
declare(ticks=2) { f(); if ($a) { g(); } } declare(ticks=1); f(); while ($a) g();
?>
text <?= $a ?> more
<?php throw new E('x'); ?>
