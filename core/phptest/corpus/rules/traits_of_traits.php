<?php
// Traits may be made of traits; class_uses names the direct ones only.
trait A { public function a() { return 'a'; } }
trait B { use A; public function b() { return $this->a() . 'b'; } }
class C { use B; }
echo (new C)->b(), ' ', implode(',', class_uses('C')), ' ', implode(',', class_uses('B')), "\n";
var_dump(method_exists('C', 'a'), new C instanceof C);
