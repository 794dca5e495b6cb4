<?php
// Two traits with one method and no choice: an error when the class is linked.
trait A { function f() {} }
trait B { function f() {} }
echo "start\n";
eval('class C { use A, B; }');
