<?php
// An attribute's class is looked up only when asked for; unknown ones do no harm.
#[Attribute(Attribute::TARGET_CLASS | Attribute::IS_REPEATABLE)]
class Tag { function __construct(public string $name, public int $n = 0) { echo "made $name\n"; } }
#[Tag('a', n: 2), Tag('b'), Unknown(1, 2)]
class Thing { #[Nothing] public $p; #[Pure] function f(#[SensitiveParameter] $x) { return $x; } }
echo "declared\n", (new Thing)->f(3), "\n";
