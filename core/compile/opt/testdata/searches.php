<?php
class S {
    const W = ['a', 'b', '1', 'a'];
    const M = [1, '1', 'x', 2];
    const N = ['a', 'b', ''];
    function all($v) {
        return [in_array($v, self::W), in_array($v, self::W, true), in_array($v, self::M, true), in_array($v, self::N), in_array($v, self::N, false), !in_array($v, self::N) ? 'n' : 'y',
            in_array($v . '', self::N)];
    }
    function cond($v) { if (in_array($v, self::N, true)) { return 'in'; } if (!in_array(strtolower($v), self::N)) { return 'out'; } return 'else'; }
    function undefinedNeedle() { return in_array($nope, self::N, true); }
}
$s = new S;
foreach ([null, false, true, 0, 1, 2, '1', 'a', 'A', '', '1.0', 1.0, 'x'] as $v) { echo json_encode([$s->all($v), $s->cond((string)$v)]), "\n"; }
var_dump($s->undefinedNeedle());
