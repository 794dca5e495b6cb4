<?php
// Things that work and say they should not be used.
echo strlen(null), "\n";
$s = 'abc';
echo "${s}\n";
class Dyn {}
$d = new Dyn;
$d->x = 1;
$x = 1.5;
$arr = [1, 2];
echo $arr[$x], "\n";
echo 7 % 2.5, "\n";
