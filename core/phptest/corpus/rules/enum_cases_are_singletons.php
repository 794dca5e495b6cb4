<?php
// A case is an object of which there is one.
enum Suit { case Hearts; case Spades; const Wild = self::Spades; }
var_dump(Suit::Hearts === Suit::Hearts, Suit::Wild === Suit::Spades, Suit::Hearts instanceof Suit, Suit::Hearts instanceof UnitEnum);
var_dump(Suit::Hearts < Suit::Spades, Suit::Hearts == Suit::Spades, Suit::Hearts->name);
var_dump(Suit::cases());
try {
    clone Suit::Hearts;
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
