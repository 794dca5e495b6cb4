<?php
// Never ends. The page stays alive beside it; Stop
// ends it at once.

function flood($n) {
    return $n > 0 ? flood($n - 1) + 1 : 0;
}

for ($tide = 0; ; $tide++) {
    flood((int) (4_000 + 4_000 * sin($tide / 40)));
    if ($tide % 500 === 0) {
        echo "tide $tide\n";
    }
}
