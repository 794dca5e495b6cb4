<?php
// exit: 255
// contains-any: Maximum call stack size | Allowed memory size | Maximum function nesting
class A { function __toString(): string { return "x" . $this; } }
echo new A;
