<?php // since 8.3
// __clone may give readonly properties of the copy a new value, once.
class Doc {
    public function __construct(public readonly DateBox $date, public readonly int $n = 1) {}
    public function __clone() {
        $this->date = clone $this->date;
        $this->date->v = 'copy';
        try {
            $this->date = new DateBox;
        } catch (Error $e) {
            echo $e->getMessage(), "\n";
        }
    }
}
class DateBox { public $v = 'original'; }
$d = new Doc(new DateBox);
$e = clone $d;
echo $d->date->v, ' ', $e->date->v, ' ', $e->n, "\n";
try {
    $e->n = 2;
} catch (Error $x) {
    echo $x->getMessage(), "\n";
}
