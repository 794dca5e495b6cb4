<?php
// The same property in class and trait is fine when the declarations agree.
trait P { public $x = 1; protected static $y = [1, 2]; }
class Same { use P; public $x = 1; }
var_dump((new Same)->x);
eval('class Other { use P; public $x = 2; }');
