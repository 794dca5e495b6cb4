<?php // since 8.4
// #[Deprecated] warns when a function or constant is used.
#[Deprecated('use other()', since: '2.0')]
function old() { return 'old'; }
class A { #[Deprecated] const C = 1; #[Deprecated(message: 'gone')] function m() { return 'm'; } }
echo old(), "\n";
echo A::C, "\n";
echo (new A)->m(), "\n";
