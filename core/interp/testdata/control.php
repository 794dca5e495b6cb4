<?php
for ($i = 0, $j = 10; $i < $j; $i++, $j--) { if ($i == 2) continue; if ($i == 4) break; echo "$i-$j "; }
echo "\n";
$i = 0; while (true) { while (true) { if ($i++ > 3) break 2; continue 2; } }
echo $i, "\n";
do { echo $i--, " "; } while ($i > 0);
echo "\n";
foreach ([1, "1", "a", 2.0, null, true] as $v) {
    switch ($v) { case 1: echo "one "; break; case "a": echo "a "; case 5: echo "fall "; break; default: echo "def "; }
}
echo "\n";
foreach (["x", "y", "zz", "w"] as $v) { switch ($v) { case "x": echo 1; break; case "y": echo 2; break; case "zz": echo 3; break; case "q": echo 4; break; default: echo 9; } }
foreach ([1, 3, 5, 99] as $v) { switch ($v) { case 1: echo "A"; break; case 2: echo "B"; break; case 3: echo "C"; break; case 4: echo "D"; break; case 5: echo "E"; break; default: echo "-"; } }
echo "\n";
foreach ([1, 2, 3, "1", 4] as $v) { try { echo match($v) { 1, 2 => "low", 3 => "three", default => throw new Exception("none for " . $v) }, " "; } catch (Exception $e) { echo $e->getMessage(), " "; } }
try { echo match(7) { 1 => 2 }; } catch (\UnhandledMatchError $e) { echo $e->getMessage(), "\n"; }
try { echo match("a long string here yes") { 1 => 2 }; } catch (\UnhandledMatchError $e) { echo $e->getMessage(), "\n"; }
try { echo match([]) { 1 => 2 }; } catch (\UnhandledMatchError $e) { echo $e->getMessage(), "\n"; }
echo match(true) { $i > 5 => "big", $i <= 0 => "zero", default => "mid" }, "\n";
$x = null; echo $x?->foo?->bar ?? "nullsafe", "\n";
echo isset($x->a->b) ? 1 : 0, empty($x['q']['r']) ? 1 : 0, isset($q[1][2]) ? 1 : 0, "\n";
echo $x ?: "elvis", " ", 0 ?: "zero", " ", 5 ?: 6, "\n";
a: $cnt = ($cnt ?? 0) + 1; if ($cnt < 3) goto a; echo "goto $cnt\n";
foreach ([] as $v) { echo "never"; } 
foreach (["k" => "v", 5 => 6] as $k => $v) { echo "$k=>$v "; }
$arr = [1, 2, 3]; foreach ($arr as $k => &$r) { $r *= 2; if ($k == 0) $arr[] = 100; } unset($r); print_r($arr);
foreach ([[1, [2, 3]], [4, [5, 6]]] as [$a, [$b, $c]]) echo $a + $b + $c, " ";
[$p, , $q] = [1, 2, 3]; ["x" => $xx, "y" => [$yy]] = ["x" => 10, "y" => [20]]; echo "$p $q $xx $yy\n";
[$p, $q] = [$q, $p]; echo "$p $q\n";
list($l1, list($l2)) = [1, [2]]; echo $l1 . $l2, "\n";
$str = "abc"; echo $str[0], $str[-1], "\n";
