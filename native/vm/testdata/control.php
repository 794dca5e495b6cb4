<?php
// Jumps of every kind, nested loops, switch, match, goto, exceptions in loops.
function loops($n) {
    $t = 0;
    for ($i = 0; $i < $n; $i++) {
        $j = 0;
        while ($j < $i) { if ($j == 5) { $j += 2; continue; } if ($j > 9) break; $t += $j++; }
        do { $t++; } while ($t % 3);
    }
    return $t;
}
echo loops(20), "\n";
function sw($x) { switch ($x) { case 1: return "one"; case 2: case 3: return "few"; case "x": return "ex"; default: return "many"; } }
for ($i = 0; $i < 6; $i++) echo sw($i), sw((string)$i), sw("x"), " ";
function m($x) { return match (true) { $x < 2 => "low", $x < 4 => "mid", default => "high" }; }
for ($i = 0; $i < 6; $i++) echo m($i), m($i + 0.5), " ";
function g($n) { $i = 0; again: if ($i < $n) { echo $i++; goto again; } echo "\n"; }
g(5);
function tries($n) {
    $log = [];
    for ($i = 0; $i < $n; $i++) {
        try { if ($i % 3 == 0) throw new Exception("e$i"); $log[] = $i; }
        catch (Exception $e) { $log[] = $e->getMessage(); continue; }
        finally { $log[] = "f"; }
    }
    return implode(",", $log);
}
echo tries(8), "\n";
function logic($a, $b) { return [$a && $b, $a || $b, !$a, $a ?: $b, $a ?? $b, $a and !$b, (bool)$a, $a xor $b]; }
foreach ([0, 1, "", "0", "a", null, [], [1], 0.0, 1.5, true, false] as $a) foreach ([0, "x", null] as $b) echo json_encode(logic($a, $b));
echo "\n";
function undef($c) { for ($i = 0; $i < 3; $i++) { if ($c) $v = $i; echo $v ?? "none", isset($v) ? 1 : 0, empty($v) ? 1 : 0; } }
undef(true); undef(false);
function noisy() { for ($i = 0; $i < 3; $i++) { $x = $y + $i; echo $x; } }
set_error_handler(function ($n, $m) { echo "[$m]"; return true; });
noisy(); noisy();
function gen($n) { for ($i = 0; $i < $n; $i++) { $got = yield $i => $i * $i; if ($got) echo "got $got "; } return "end"; }
for ($k = 0; $k < 3; $k++) { $gn = gen(5); foreach ($gn as $a => $b) echo "$a=$b "; echo $gn->getReturn(), "\n"; }
$gn = gen(4); while ($gn->valid()) { echo $gn->current(); $gn->send("s" . $gn->key()); }
