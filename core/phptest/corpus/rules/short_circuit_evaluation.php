<?php
// The right side of &&, ||, ?? and ?: runs only when needed.
function t($n, $v) { echo $n; return $v; }
t('a', false) && t('b', true); t('c', true) || t('d', true); t('e', 1) ?? t('f', 1); t('g', 0) ?: t('h', 1); $u ?? t('i', 1); t('j', true) xor t('k', true); t('l', null)?->m(t('n', 1)); true ? t('o', 1) : t('p', 1);
$x = ['k' => null]; $x['k'] ??= t('q', 5); $x['k'] ??= t('r', 6);
echo "\n", $x['k'], "\n";
