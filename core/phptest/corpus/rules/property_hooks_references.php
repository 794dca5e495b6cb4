<?php // since 8.4
// Only a by-reference get hook lets the inside of an array be changed in place.
class Store {
    private array $data = ['a' => 1];
    public array $byValue { get => $this->data; }
    public array $byRef { &get => $this->data; }
}
$s = new Store;
try {
    $s->byValue['b'] = 2;
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
$s->byRef['c'] = 3;
echo json_encode($s->byRef), "\n";
