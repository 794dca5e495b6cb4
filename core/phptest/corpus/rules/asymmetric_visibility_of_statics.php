<?php // since 8.5
// Static properties have it too since 8.5.
class Conf {
    public private(set) static array $all = [];
    public static function set($k, $v) { self::$all[$k] = $v; }
}
Conf::set('a', 1);
echo json_encode(Conf::$all), "\n";
try {
    Conf::$all['b'] = 2;
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
try {
    Conf::$all = [];
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
