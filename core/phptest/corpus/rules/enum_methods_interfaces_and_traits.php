<?php
// Enums have methods, constants, static methods, interfaces and traits, no properties.
interface HasColor { public function color(): string; }
trait Loud { public function loud() { return strtoupper($this->name) . '!'; } }
enum Suit: string implements HasColor {
    use Loud;
    case H = 'hearts';
    case S = 'spades';
    const DEFAULT = self::H;
    public function color(): string { return match ($this) { self::H => 'Red', self::S => 'Black' }; }
    public static function parse(string $s): self { return self::from(strtolower($s)); }
}
echo Suit::parse('SPADES')->color(), ' ', Suit::DEFAULT->loud(), ' ', Suit::H instanceof HasColor ? 'yes' : 'no', "\n";
var_dump(Suit::S);
echo json_encode(['s' => Suit::S]), ' ', serialize(Suit::H), "\n";
var_dump(unserialize(serialize(Suit::H)) === Suit::H);
