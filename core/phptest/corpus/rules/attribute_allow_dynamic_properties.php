<?php
// Creating undeclared properties is deprecated since 8.2, unless the class allows it.
class Strict {}
#[AllowDynamicProperties]
class Loose {}
$l = new Loose;
$l->x = 1;
$s = new Strict;
$s->x = 1;
$s->x = 2;
(new stdClass)->y = 1;
var_dump($l->x + $s->x);
