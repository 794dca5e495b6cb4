<?php // since 8.4
// Hooks stand in for reading and writing; inside them the name is the backing value.
class Temp {
    public float $celsius = 0.0 {
        set(int|float|string $v) { echo "set($v) "; $this->celsius = (float) $v; }
        get => round($this->celsius, 1);
    }
    public float $fahrenheit {
        get => $this->celsius * 9 / 5 + 32;
        set => $this->celsius = ($value - 32) * 5 / 9;
    }
    public string $name = 'x' { set => strtoupper($value); }
}
$t = new Temp;
$t->celsius = '36.66';
var_dump($t->celsius, $t->fahrenheit);
$t->fahrenheit = 212.0;
$t->celsius += 1;
$t->name = 'probe';
var_dump($t->celsius, $t->name);
foreach ($t as $k => $v) {
    echo "$k=$v ";
}
echo json_encode($t), "\n";
var_dump($t);
