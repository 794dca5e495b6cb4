<?php
// What the optimizer must not lose.

// A class whose parent another file declares is there before its declaration.
class Base { function name() { return static::class; } }
require 'inc/delayed.inc';

// A chain on a constant.
class Word { const W = "word"; }
try {
    Word::W?->length();
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
function chain() {
    return (Word::W)?->length?->more;
}
var_dump(chain());

// A doubled temporary.
function twice(array $a) { return count($a) * 2; }
var_dump(twice([1, 2, 3]));

// What a key's conversion warns about may drop the array that is searched.
set_error_handler(function ($no, $text) {
    $GLOBALS['list'] = null;
    echo $text, "\n";
});
$list = [random_int(1, 2)];
var_dump(array_key_exists(0.5, $list));
var_dump($list);

// Calls of built-in functions that are computed beforehand say what they say when they run.
function computed() {
    return [implode(',', [1, [2]]), hexdec('1g'), version_compare('1.10', '1.9'), explode('-', 'a-b')[1]];
}
function impossible() { return intdiv(1, 0); }
restore_error_handler();
echo json_encode(computed()), "\n";
try {
    impossible();
} catch (DivisionByZeroError $e) {
    echo $e->getMessage(), ' on line ', $e->getLine(), "\n";
}

// Searches in constant arrays become look-ups.
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
