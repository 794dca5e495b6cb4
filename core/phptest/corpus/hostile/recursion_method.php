<?php
// exit: 255
// contains: Allowed memory size of
class A { function m($x) { return [$this->m([$x])]; } }
(new A)->m(1);
