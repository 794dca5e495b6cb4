<?php // since 8.3
// ++ on letters counts like the columns of a sheet, with a deprecation.
foreach (['z', 'Zz', 'a9', 'Az', 'zZ9'] as $s) { echo str_increment($s), ' '; $t = @$s++; echo $t, "\n"; }
