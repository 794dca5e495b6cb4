<?php
// Arrays: packed, hash, by string and number, appended, nested, copied, foreach.
function fill($n) { $a = []; for ($i = 0; $i < $n; $i++) { $a[$i] = $i * 2; } return $a; }
function sum($a) { $s = 0; foreach ($a as $k => $v) { $s += $v + $k; } return $s; }
echo sum(fill(100)), sum([5 => 1, 9 => 2.5]), "\n";
function sieve($n) { $f = array_fill(0, $n + 1, true); for ($i = 2; $i * $i <= $n; $i++) if ($f[$i]) for ($j = $i * $i; $j <= $n; $j += $i) $f[$j] = false; $c = 0; for ($i = 2; $i <= $n; $i++) if ($f[$i]) $c++; return $c; }
echo sieve(1000), "\n";
function words($t) { $c = []; foreach (explode(" ", $t) as $w) { if (isset($c[$w])) $c[$w]++; else $c[$w] = 1; } arsort($c); return json_encode($c); }
echo words("a b a c b a 12 12 07 x12 a b"), "\n";
function matrix($n) { $m = []; for ($i = 0; $i < $n; $i++) for ($j = 0; $j < $n; $j++) $m[$i][$j] = $i * $j; $t = 0; for ($i = 0; $i < $n; $i++) for ($j = 0; $j < $n; $j++) $t += $m[$j][$i]; $m[1][1] += 5; $m[2]["k"] = "s"; return $t . json_encode($m); }
echo matrix(5), "\n";
function cow($a) { $b = $a; $b[0] = "changed"; $b["new"] = 1; return [$a[0] ?? null, $b[0]]; }
for ($i = 0; $i < 4; $i++) echo json_encode(cow([1, 2])), json_encode(cow(["x" => 1, 0 => 5]));
function keys($a, $ks) { $r = []; foreach ($ks as $k) { $r[] = $a[$k] ?? "none"; $r[] = isset($a[$k]) ? 1 : 0; $r[] = empty($a[$k]) ? 1 : 0; } return json_encode($r); }
for ($i = 0; $i < 3; $i++) echo keys(["a" => 1, "1" => "one", 2 => null, "z" => 0, "" => "empty"], ["a", "1", 1, 2, "2", "z", "", "q", "-1", true, 1.7]), "\n";
function refs() { $a = [1, 2, 3]; foreach ($a as &$v) { $v *= 2; } unset($v); $r = &$a[1]; $b = $a; $b[1] = 99; $r++; return json_encode([$a, $b]); }
for ($i = 0; $i < 3; $i++) echo refs();
function strs($s) { $n = 0; for ($i = 0; $i < strlen($s); $i++) { if ($s[$i] === "l") $n++; $n += ord($s[$i]); } return $n . $s[-1]; }
for ($i = 0; $i < 3; $i++) echo strs("hello all"), " ";
function listy() { [$a, ["b" => $b, "k" => $c]] = [1, ["b" => 2, "k" => 3]]; [$a, $b] = [$b, $a]; return "$a$b$c"; }
for ($i = 0; $i < 3; $i++) echo listy();
function holes() { $a = [1, 2, 3, 4]; unset($a[3], $a[1]); $a[] = 9; $s = ""; foreach ($a as $k => $v) $s .= "$k>$v "; return $s; }
for ($i = 0; $i < 3; $i++) echo holes();
function nan() { $a = []; $a["x"]["y"][] = 1; $a["x"]["y"][] = 2; $a["n"] ??= 5; $a["n"] .= "s"; return json_encode($a); }
for ($i = 0; $i < 3; $i++) echo nan();
function miss() { $a = [1]; return @$a[5] . @$a["no"]; } for ($i = 0; $i < 3; $i++) echo miss(), "|";
set_error_handler(function ($n, $m) { echo "[$m]"; return true; });
function warn() { $a = [1]; $x = $a[7]; $y = $a["q"]; $s = "abc"; $z = $s[10]; return [$x, $y, $z]; } for ($i = 0; $i < 3; $i++) echo json_encode(warn());
function objs() { $a = []; for ($i = 0; $i < 3; $i++) { $o = new stdClass; $o->i = $i; $a[] = $o; } foreach ($a as $o) { $o->i++; } return json_encode($a); }
for ($i = 0; $i < 3; $i++) echo objs();
function append($n) { $a = [10 => 1]; for ($i = 0; $i < $n; $i++) { $a[] = $i; } $b = []; for ($i = 0; $i < $n; $i++) { $b[] = $i / 2; $b[$i] += 1; } return count($a) . array_sum($b) . key(array_slice($a, -1, 1, true)); }
for ($i = 0; $i < 4; $i++) echo append(20), " ";
