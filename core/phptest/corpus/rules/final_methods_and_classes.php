<?php
// Final cannot be overridden, which is found when the class is declared.
final class F { const C = 1; }
class G { final public function f() { return 'final'; } public final const K = 'k'; }
class H extends G { function g() { return $this->f() . self::K; } }
echo (new H)->g(), F::C, "\n";
eval('class I extends F {}');
