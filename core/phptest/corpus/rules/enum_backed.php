<?php
// from() throws for what is no value, tryFrom() gives null.
enum Level: int {
    case Low = 1;
    case High = self::Low->value + 9;
    public static function max(): self { return self::High; }
}
var_dump(Level::from(10), Level::tryFrom(2), Level::from('1'), Level::max()->value);
foreach ([3, 'abc'] as $v) {
    try {
        Level::from($v);
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
