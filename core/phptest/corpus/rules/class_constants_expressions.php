<?php
// Constants may be built of constants, also of children through static.
class Unit {
    const KB = 1024;
    const MB = self::KB ** 2;
    const NAMES = ['k' => self::KB, 'm' => self::MB];
    const PICK = self::NAMES['m'] > 1e6 ? 'large' : 'small';
    const LATE = Later::VALUE . '/' . PHP_INT_SIZE;
    static function name() { return static::class . ':' . static::KB; }
}
class Later { const VALUE = Unit::KB + 1; }
class Sub extends Unit { const KB = 1; }
var_dump(Unit::MB, Unit::PICK, Unit::LATE, Sub::MB, Sub::name());
