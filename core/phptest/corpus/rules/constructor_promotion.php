<?php
// Promoted parameters declare and assign properties.
class P {
    public function __construct(public int $x = 1, protected ?string $name = null, private array $list = [], $plain = 5) { $this->x += $plain; }
    function all() { return [$this->x, $this->name, $this->list]; }
}
echo json_encode((new P(2, 'n', [3]))->all()), json_encode((new P(list: ['z']))->all()), "\n";
print_r(new P);
class C extends P { public function __construct(public string $extra) { parent::__construct(10); } }
echo (new C('e'))->x, (new C('e'))->extra, "\n";
