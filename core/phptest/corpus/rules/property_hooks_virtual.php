<?php // since 8.4
// A property whose hooks never use the backing value has none.
class User {
    public function __construct(private string $first, private string $last) {}
    public string $full { get => "$this->first $this->last"; }
    public int $writes = 0;
    public string $sink { set { $this->writes++; } }
}
$u = new User('Ada', 'L');
echo $u->full, "\n";
foreach ([fn() => $u->full = 'x', fn() => $u->sink, fn() => $u->sink = 'x', fn() => $r = &$u->full] as $f) {
    try {
        $f();
        echo "ok $u->writes\n";
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
var_dump(isset($u->full), count((array) $u));
