<?php
// A class that implements Serializable alone says so, its children too; abstract classes do not.
abstract class A implements Serializable {}
class C extends A { public function serialize() {} public function unserialize($d) {} }
class B extends C {}
class D extends C { function __serialize(): array {} function __unserialize($x): void {} }
