<?php // since 8.4
// Reading for all, writing for fewer.
class Account {
    public private(set) int $balance = 0;
    protected(set) public array $log = [];
    public function deposit(int $n) { $this->balance += $n; $this->log[] = $n; return $this; }
}
class Sub extends Account {
    public function clear() { $this->log = []; $this->balance = 0; }
}
$a = (new Account)->deposit(5)->deposit(6);
echo $a->balance, count($a->log), "\n";
foreach ([fn() => $a->balance = 1, fn() => $a->log[] = 1, fn() => (new Sub)->clear(), fn() => $r = &$a->balance, function () use ($a) { unset($a->balance); }] as $f) {
    try {
        $f();
        echo "allowed\n";
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
