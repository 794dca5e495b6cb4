<?php
// match compares identically, evaluates one arm, and throws when none fits.
function kind($v) {
    return match (true) {
        is_int($v), is_float($v) => 'number',
        is_string($v) && $v === '' => 'empty',
        default => gettype($v),
    };
}
echo kind(1), kind(''), kind([]), "\n";
echo match ('1') { 1 => 'int', '1' => 'string' }, "\n";
foreach ([5, 'long text that is longer than it should', new stdClass, true, 1.5] as $v) {
    try {
        echo match ($v) { 0, 1 => 'x' };
    } catch (UnhandledMatchError $e) {
        echo $e->getMessage(), "\n";
    }
}
echo match (print('once ')) { 1 => 'one', default => die('no') }, "\n";
