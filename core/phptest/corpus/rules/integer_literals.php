<?php
// Decimal, hex, octal (two ways), binary, separators, and too large ones.
var_dump(1_000_000, 0x1F, 0b101, 017, 0o17, 0O17, 0xFFFF_FFFF, 1_0.5_0, 1e3, .5, 6.E-2, 0777777777777777777777, 0x7FFFFFFFFFFFFFFF, PHP_INT_MAX === 9223372036854775807);
foreach (['09', '1__0', '0b2', '1_'] as $c) { try { eval("return $c;"); } catch (ParseError $e) { echo $e->getMessage(), "\n"; } }
