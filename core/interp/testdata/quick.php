<?php
// Members, globals, offsets and conditions met again and again with other values.

$values = [null, false, true, 0, 1, 0.0, -0.0, 1.5, '', '0', '00', 'a', [], [0], new stdClass];

class P {
    public $p;
    public static $s;
    private static $hidden = 'P';
    const C = 'const P';
    function probe($v) {
        $this->p = $v;
        self::$s = $v;
        return [isset($this->p), empty($this->p), isset(self::$s), empty(self::$s), isset(P::$s), empty(P::$s), self::$s === $this->p];
    }
    static function who() { return static::class; }
    static function viaSelf() { return self::who(); }
    static function viaName() { return P::who(); }
    function viaThis() { return self::who(); }
    function hidden() { return self::$hidden; }
    function constant() { return [$this::C, static::C, self::C]; }
    static function reader() { return static fn() => [self::$hidden, self::who(), self::C]; }
}
class Q extends P {
    const C = 'const Q';
    private static $hidden = 'Q';
}
$p = new P;
foreach ($values as $v) {
    echo json_encode($p->probe($v)), json_encode([$v ?: 'else', $v ? 1 : 2, (fn() => $v) () ?: 'else']), "\n";
}
for ($i = 0; $i < 2; $i++) {
    foreach ([$p, new Q] as $o) {
        echo $o->viaThis(), $o::viaSelf(), $o::viaName(), $o->hidden(), implode(',', $o->constant()), "\n";
        echo implode(',', ($o::reader())()), "\n";
    }
}

// One closure under several scopes.
$read = function () { return self::$hidden; };
foreach ([P::class, Q::class, P::class] as $scope) {
    echo Closure::bind($read, null, $scope)(), "\n";
}

// A static property of a trait is each user's own.
trait Counts {
    static $n = 0;
    static function step() { self::$n = self::$n + 1; return self::$n; }
}
class C1 { use Counts; }
class C2 { use Counts; }
for ($i = 0; $i < 3; $i++) {
    echo C1::step(), C2::step(), $i ? C1::step() : '', "\n";
}

// Typed ones convert and refuse.
class T { static ?int $i = null; public int $j = 1; static array $list = []; }
foreach (['5', 6, 'x'] as $v) {
    try {
        T::$i = $v;
        $t = new T;
        $t->j = $v;
        var_dump(T::$i, $t->j);
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
}

// What is overwritten may object, and is gone when it does.
class D {
    static $at;
    public $in;
    function __construct(public $name) {}
    function __destruct() { echo "end of $this->name, ", is_object(self::$at) ? self::$at->name : var_export(self::$at, true), "\n"; }
}
for ($i = 0; $i < 2; $i++) {
    D::$at = new D("a$i");
    D::$at = 5;
    $d = new D("b$i");
    $d->in = new D("c$i");
    $d->in = 1;
    $d = [new D("d$i")];
    $d = $d[0];
    $d = null;
}

// References behind variables.
$x = 1;
$p->p = &$x;
D::$at = &$x;
for ($i = 0; $i < 2; $i++) {
    $p->p = "p$i";
    D::$at = D::$at . '!';
    echo $x, $x ?: 'no', isset($p->p), empty(D::$at) ? 'e' : 'f', "\n";
}

// Globals, offsets.
$word = 'word';
$hash = ['k' => 'v', 'r' => &$word, '7' => 'seven'];
function globals() {
    for ($i = -1; $i < 3; $i++) {
        echo $GLOBALS['word'][$i], $GLOBALS['hash']['k'], $GLOBALS['hash']['r'], $GLOBALS['hash']['7'], count($_GET), "\n";
    }
    unset($GLOBALS['word']);
    echo $GLOBALS['word'] ?? 'gone', isset($GLOBALS['word']) ? 1 : 0, "\n";
    echo @$GLOBALS['word'], $GLOBALS['hash']['r'], "\n";
}
globals();
for ($i = 3; $i < 5; $i++) {
    var_dump($hash['k'][0], @'word'[$i]);
}
