<?php
// exit: 255
// contains-any: Maximum call stack size | Allowed memory size
class D { function __destruct() { new D; } }
new D;
