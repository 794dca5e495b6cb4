<?php
// Floats print with 17 significant digits at most, the fewest that read back.
foreach ([0.1, 0.1 + 0.2, 1.0, 1e15, 1e14 + 0.5, 123456789012345678.0, 1e100, 1.5e-7, -0.0, 1 / 3, 2.5, 1e22, 100000.0, INF, -INF] as $f) {
    echo $f, ' ';
    var_dump($f);
}
echo json_encode([0.1, 1.0, 1e25]), ' ', var_export(1.0, true), ' ', serialize(0.1), ' ', print_r(2.0, true), "\n";
echo round(2.5), round(-2.5), round(1234.5678, 2), round(1234.5678, -2), floor(-1.5), number_format(1234.567, 2), ' ', 1.23e5, ' ', 7E-10, ' ', 255 === 0xff, "\n";
