<?php
// A literal format of %s and %d only may be compiled away, unnoticed.
function f($a, $b) { return sprintf("%s-%d%%|%s", $a, $b, $a . 'x'); }
echo f('q', '12abc'), sprintf('none'), sprintf('%%'), sprintf(''), sprintf('%s', 5), sprintf('%d', 7.9), sprintf("%s", true), "\n";
class S { function __toString() { return 'str'; } }
echo sprintf('%s%s', new S, 1.0), sprintf('%05d|%s', 3, 'x'), sprintf('%d', null), "\n";
try { echo sprintf('%s %s', 1); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
try { echo sprintf('%s', new stdClass); } catch (Error $e) { echo $e->getMessage(), "\n"; }
echo sprintf('%s', [1]), sprintf('%s', $undef), sprintf('%d', '9999999999999999999'), sprintf('%d', true), sprintf("%s", null), "|\n";
$i = 1; echo sprintf('%d,%s', $i + 1, $i), "\n";
try { sprintf('a%s', throwing()); } catch (Exception $e) { echo "thrown\n"; }
function throwing() { throw new Exception; }
