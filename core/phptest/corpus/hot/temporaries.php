<?php
// Loops whose conditions are temporaries with something to free: arrays, strings,
// objects, made for the test alone.
class Box
{
    public $v;
    function __construct($v) { $this->v = $v; }
    function __destruct() { global $gone; $gone++; }
}
function row($i) { return $i % 1000 == 999 ? false : [$i, "row $i", [$i]]; }
function box($i) { return $i % 500 == 499 ? null : new Box($i); }
function text($i) { return $i % 700 == 699 ? false : "text " . $i; }
function rows($n)
{
    $sum = 0;
    for ($round = 0; $round < $n; $round++) {
        $i = 0;
        while (($row = row($i)) !== false) { $sum += count($row); $i++; }
        $i = $round;
        while (is_array(row($i))) $i++;
        while (($box = box($i)) !== null) { $sum += $box->v; $i++; }
        $i = 2 * $round;
        while (!is_null(box($i))) $i++;
        $i = 0;
        while (is_string($t = text($i))) { $sum += strlen($t); $i++; }
        do { $i++; } while (text($i) !== false);
        $i = 0;
        while (text($i) != false) $i++;
        $sum += $i;
    }
    return $sum;
}
$gone = 0;
echo rows(8), " $gone\n";
function queue($n)
{
    $q = [[0, "start"]];
    $seen = 0;
    while (($item = array_pop($q)) !== null) {
        [$depth, $name] = $item;
        $seen += strlen($name);
        if ($depth < $n) {
            $q[] = [$depth + 1, $name . "l"];
            $q[] = [$depth + 1, $name . "r"];
        }
    }
    return $seen;
}
echo queue(11), "\n";
