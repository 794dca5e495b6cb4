<?php
// A child's method replaces the parent's everywhere, also when the parent calls it.
class Base {
    public function run() { return $this->step() . '!'; }
    protected function step() { return 'base'; }
}
class Child extends Base {
    public function step() { return 'child of ' . parent::step(); }
}
echo (new Base)->run(), ' ', (new Child)->run(), ' ', (new Child)->step(), "\n";
try {
    (new Base)->step();
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
