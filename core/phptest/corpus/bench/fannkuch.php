<?php
// Fannkuch-redux: pancake flips over all permutations.
function fannkuch(int $n): array
{
    $perm1 = range(0, $n - 1);
    $count = array_fill(0, $n, 0);
    $checksum = 0;
    $most = 0;
    $permutation = 0;
    $r = $n;
    while (true) {
        while ($r !== 1) {
            $count[$r - 1] = $r;
            $r--;
        }
        $perm = $perm1;
        $flips = 0;
        while (($k = $perm[0]) !== 0) {
            for ($i = 0, $j = $k; $i < $j; $i++, $j--) {
                $t = $perm[$i];
                $perm[$i] = $perm[$j];
                $perm[$j] = $t;
            }
            $flips++;
        }
        if ($flips > $most) {
            $most = $flips;
        }
        $checksum += $permutation % 2 === 0 ? $flips : -$flips;
        while (true) {
            if ($r === $n) {
                return [$checksum, $most];
            }
            $first = $perm1[0];
            for ($i = 0; $i < $r; $i++) {
                $perm1[$i] = $perm1[$i + 1];
            }
            $perm1[$r] = $first;
            if (--$count[$r] > 0) {
                break;
            }
            $r++;
        }
        $permutation++;
    }
}

$n = (int) ($argv[1] ?? 8);
[$checksum, $most] = fannkuch($n);
echo "$checksum\nPfannkuchen($n) = $most\n";
