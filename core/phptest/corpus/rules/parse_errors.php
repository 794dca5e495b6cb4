<?php
// What a ParseError says, and where.
foreach (['$x = ;', "echo 'unterminated", 'if (1) {', 'class { }', 'function () }', '1 + + ;', '$a = [1, 2;', 'foreach ($x as) {}', "\n\nreturn ]", '?> <?php for (;;'] as $c) {
    try { eval($c); echo "fine\n"; } catch (ParseError $e) { echo $e->getLine(), ': ', $e->getMessage(), "\n"; } catch (Error $e) { echo get_class($e), $e->getMessage(), "\n"; }
}
