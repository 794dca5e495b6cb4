<?php
// N-body: planets under gravity, symplectic integration. Floats in arrays.
function energy(array $bodies): float
{
    $e = 0.0;
    $count = count($bodies);
    for ($i = 0; $i < $count; $i++) {
        $b = $bodies[$i];
        $e += 0.5 * $b[6] * ($b[3] * $b[3] + $b[4] * $b[4] + $b[5] * $b[5]);
        for ($j = $i + 1; $j < $count; $j++) {
            $c = $bodies[$j];
            $dx = $b[0] - $c[0];
            $dy = $b[1] - $c[1];
            $dz = $b[2] - $c[2];
            $e -= $b[6] * $c[6] / sqrt($dx * $dx + $dy * $dy + $dz * $dz);
        }
    }
    return $e;
}

function advance(array &$bodies, float $dt): void
{
    $count = count($bodies);
    for ($i = 0; $i < $count; $i++) {
        for ($j = $i + 1; $j < $count; $j++) {
            $dx = $bodies[$i][0] - $bodies[$j][0];
            $dy = $bodies[$i][1] - $bodies[$j][1];
            $dz = $bodies[$i][2] - $bodies[$j][2];
            $d2 = $dx * $dx + $dy * $dy + $dz * $dz;
            $mag = $dt / ($d2 * sqrt($d2));
            $mi = $bodies[$i][6] * $mag;
            $mj = $bodies[$j][6] * $mag;
            $bodies[$i][3] -= $dx * $mj;
            $bodies[$i][4] -= $dy * $mj;
            $bodies[$i][5] -= $dz * $mj;
            $bodies[$j][3] += $dx * $mi;
            $bodies[$j][4] += $dy * $mi;
            $bodies[$j][5] += $dz * $mi;
        }
    }
    foreach ($bodies as &$b) {
        $b[0] += $dt * $b[3];
        $b[1] += $dt * $b[4];
        $b[2] += $dt * $b[5];
    }
}

$year = 365.24;
$sun = 4 * M_PI * M_PI;
$bodies = [
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, $sun],
    [4.84143144246472090, -1.16032004402742839, -0.103622044471123109,
        0.00166007664274403694 * $year, 0.00769901118419740425 * $year, -0.0000690460016972063023 * $year, 0.000954791938424326609 * $sun],
    [8.34336671824457987, 4.12479856412430479, -0.403523417114321381,
        -0.00276742510726411110 * $year, 0.00499852801234917238 * $year, 0.0000230417297573763929 * $year, 0.000285885980666130812 * $sun],
    [12.8943695621391310, -15.1111514016986312, -0.223307578892655734,
        0.00296460137564761618 * $year, 0.00237847173959480950 * $year, -0.0000296589568540237556 * $year, 0.0000436624404335156298 * $sun],
    [15.3796971148509165, -25.9193146099879641, 0.179258772950371181,
        0.00268067772490389322 * $year, 0.00162824170038242295 * $year, -0.0000951592254519715870 * $year, 0.0000515138902046611451 * $sun],
];
$px = $py = $pz = 0.0;
foreach ($bodies as $b) {
    $px += $b[3] * $b[6];
    $py += $b[4] * $b[6];
    $pz += $b[5] * $b[6];
}
$bodies[0][3] = -$px / $sun;
$bodies[0][4] = -$py / $sun;
$bodies[0][5] = -$pz / $sun;

$n = (int) ($argv[1] ?? 20000);
printf("%0.9f\n", energy($bodies));
for ($i = 0; $i < $n; $i++) {
    advance($bodies, 0.01);
}
printf("%0.9f\n", energy($bodies));
