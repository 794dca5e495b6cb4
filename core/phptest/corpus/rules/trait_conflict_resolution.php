<?php
// insteadof chooses, as renames and changes visibility.
trait Hello { public function say() { return 'Hello'; } protected function low() { return 'low'; } }
trait World { public function say() { return 'World'; } }
class Both {
    use Hello, World {
        Hello::say insteadof World;
        World::say as protected sayWorld;
        low as public;
    }
    public function all() { return $this->say() . ' ' . $this->sayWorld(); }
}
$b = new Both;
echo $b->all(), ' ', $b->low(), "\n";
try {
    $b->sayWorld();
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
