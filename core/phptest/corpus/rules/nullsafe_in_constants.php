<?php
// ?-> in a constant expression ends the chain as well.
enum E: string { case A = 'a'; const NONE = null; const NAME = self::A->name . self::A?->value; const GONE = self::NONE?->x->y['z'] ?? 'nothing'; }
const SHORT = E::NONE?->name->more;
var_dump(E::NAME, E::GONE, SHORT);
