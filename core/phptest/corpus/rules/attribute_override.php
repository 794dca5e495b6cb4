<?php // since 8.3
// #[Override] insists that there is something to override.
interface I { function a(); }
class P { protected function b() {} }
class C extends P implements I { #[Override] function a() {} #[Override] function b() {} }
echo "fine\n";
eval('class D extends P { #[Override] function c() {} }');
