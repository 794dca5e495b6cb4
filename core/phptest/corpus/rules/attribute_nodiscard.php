<?php // since 8.5
// #[NoDiscard] wants the result used; a (void) cast says it is not needed.
#[NoDiscard('it is costly')]
function make() { return 1; }
make();
(void) make();
$x = make();
echo "$x\n";
