<?php
// A readonly class makes all its properties readonly and takes no dynamic ones.
readonly class Money {
    public function __construct(public int $amount, public string $currency) {}
    public function with(int $amount): static { return new static($amount, $this->currency); }
}
$m = new Money(5, 'EUR');
echo $m->with(7)->amount, ' ', $m->amount, "\n";
foreach ([fn() => $m->amount = 6, fn() => $m->other = 1] as $f) {
    try {
        $f();
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
