<?php
$a = []; $a[] = 1; $a["x"] = 2; $a[5] = 3; $a[] = 4; $a["7"] = 5; $a[true] = 6; $a[1.7] = 7; $a[""] = 8; var_dump($a);
$b = $a; $b["x"] = 99; echo $a["x"], $b["x"], "\n"; unset($b[5], $b["nope"]); echo count($b), "\n";
$m = [[1, 2], [3, 4]]; $m[1][] = 5; $m[2][3]["k"] = "deep"; echo json_encode($m), "\n";
$c = ["a" => 1, ...[1, 2], ...["a" => 5, "z" => 6]]; echo json_encode($c), "\n"; 
$r = [1, 2, 3]; $ref = &$r[1]; $copy = $r; $ref = 20; echo $copy[1], "\n"; unset($ref);
$str = "hello"; $str[0] = "J"; $str[7] = "!"; var_dump($str, $str[1], $str[-1]); try { echo $str[100]; } catch (Error $e) {} try { $str[] = "x"; } catch (Error $e) { echo $e->getMessage(), "\n"; } try { $str["x"] = 1; } catch (\TypeError $e) { echo $e->getMessage(), "\n"; }
echo isset($str[2]), isset($str[99]) ? 1 : 0, isset($str["1"]), isset($str["x"]) ? 1 : 0, empty($str[0]) ? 1 : 0, "\n";
echo @$a["undefined"], $a["undef"] ?? "dflt", "\n"; $n = null; echo $n["x"] ?? "nullidx", "\n"; $i = 5; echo @$i["x"] ?? "intidx", "\n"; 
try { $i[] = 1; } catch (Error $e) { echo $e->getMessage(), "\n"; } try { $f = [1, [2]]; $f[[]] = 1; } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
$x["a"]["b"]["c"] ??= "created"; $x["a"]["b"]["c"] ??= "no"; echo $x["a"]["b"]["c"], "\n"; $x["n"] = 1; $x["n"] += 5; $x["n"]++; $x["n"] .= "s"; ++$x["z"]["q"]; echo $x["n"], $x["z"]["q"], "\n";
foreach ($a as $k => $v) { if ($k === "x") unset($a[$k]); else $a[$k] = $v * 2; } echo json_encode($a), "\n";
$big = []; for ($i = 0; $i < 1000; $i++) $big["key$i"] = $i; for ($i = 0; $i < 1000; $i += 2) unset($big["key$i"]); echo count($big), array_sum($big), $big["key501"], "\n"; $q = []; for ($i = 0; $i < 100; $i++) $q[] = $i; while (count($q) > 90) array_shift($q); echo $q[0], count($q), "\n"; 
function mod(array $arr) { $arr[] = "mod"; return count($arr); } $o = [1, 2]; echo mod($o), count($o), "\n"; function modr(array &$arr) { $arr[] = "mod"; } modr($o); echo count($o), "\n"; 
echo array_key_exists("x", $b) ? "yes" : "no", in_array(99, $b) ? "in" : "out", in_array("a", ["a", "b", "c"], true) ? "in" : "out", "\n"; $nest = [1, [2, [3, [4]]]]; function flat($a) { $r = []; foreach ($a as $v) { if (is_array($v)) foreach (flat($v) as $w) $r[] = $w; else $r[] = $v; } return $r; } echo implode(",", flat($nest)), "\n"; 
$arr = ["b" => 1, "a" => 2]; ksort($arr); echo json_encode($arr); [$arr["a"], $arr["b"]] = [$arr["b"], $arr["a"]]; echo json_encode($arr), "\n"; 
$s = [5, 3, 8]; sort($s); echo implode($s), "\n"; echo [1, 2, 3][1], "abc"[1], (fn() => [7, 8])()[1], "\n"; const ARR = ["k" => [1, 2]]; echo ARR["k"][1], "\n"; $self = [1]; $self[] = &$self; echo count($self), "\n"; unset($self); 
$e = [1, 2]; foreach ($e as $k => $v) { $e[] = $v; } echo count($e), "\n"; $v1 = 1; $ar = [&$v1, 2]; $ar[0]++; echo $v1, "\n"; list("a" => $la, "b" => list(, $lb)) = ["a" => 1, "b" => [2, 3]]; echo $la, $lb, "\n"; [[$dd]] = [[5]]; [$g[], $g[]] = [1, 2]; echo $dd, count($g), "\n"; [$u1, $u2] = [1]; var_dump($u2); [$w] = null; var_dump($w); $sw = [1, 2, 3]; [, $sw[0]] = $sw; echo $sw[0], "\n"; foreach ([["id" => 1, "n" => "x"], ["id" => 2, "n" => "y"]] as ["id" => $id, "n" => $nm]) echo $id, $nm; echo "\n"; $lr = [1, [2]]; [$l0, [&$l1]] = $lr; $l1 = 9; echo $lr[1][0], "\n"; 
