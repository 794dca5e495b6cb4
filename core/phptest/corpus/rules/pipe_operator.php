<?php // since 8.5
// The value on the left is the argument of the callable on the right.
function add(int $n): Closure { return fn($x) => $x + $n; }
class Str { static function wrap($s) { return "[$s]"; } function up($s) { return strtoupper($s); } }
echo '  hello ' |> trim(...) |> (new Str)->up(...) |> Str::wrap(...) |> (fn($s) => $s . '!'), "\n";
$r = 5 |> add(3) |> add(1) |> sqrt(...);
var_dump($r, [3, 1, 2] |> array_sum(...));
var_dump('a' . 'b' |> strlen(...), null ?? 'x' |> strtoupper(...));
try {
    5 |> strlen(...) |> nothing(...);
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
