<?php
// A failing assert throws AssertionError with its source, or the message or exception given.
try { assert(1 > 2); } catch (AssertionError $e) { echo $e->getMessage(), "\n"; }
try { assert(false, 'said so'); } catch (AssertionError $e) { echo $e->getMessage(), "\n"; }
try { assert(false, new DomainException('mine')); } catch (DomainException $e) { echo $e->getMessage(), "\n"; }
try { assert(is_int('x') && strlen('abc') === [1, 'k' => fn($x) => $x->y?->z(...$a)]); } catch (AssertionError $e) { echo $e->getMessage(), "\n"; }
var_dump(assert(true));
