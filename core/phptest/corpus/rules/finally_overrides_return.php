<?php
// return in finally wins over return and over an exception.
function a() { try { return 'try'; } finally { return 'finally'; } }
function b() { try { throw new Exception; } finally { return 'swallowed'; } }
function c() { $x = 1; try { return $x; } finally { $x = 2; } }
function d() { try { return print('[value]'); } finally { echo '[finally]'; } }
function e() { foreach ([1, 2] as $i) { try { continue; } finally { echo "f$i "; } } return 'loop'; }
function f() { for (;;) { try { return 'x'; } finally { break; } } return 'broken out'; }
echo a(), b(), c(), d(), e(), f(), "\n";
