<?php
set_error_handler(function ($no, $message) { echo "! $message\n"; return true; });
class A1{function count(){}}
var_dump(intval("0x1A",16), intval("0x1A",0), intval("012",0), intval("101",2), intval("0b11",0), intval("0b11",2),intval("0o17",8),intval("0o17",0),intval("z",36), intval("  -0x1f",16), intval("99999999999999999999",10), intval("ffffffffffffffffffff",16), intval(12.7,5), intval("12",1), intval("-0b11",0), intval("12",37));
$a="5 apples"; var_dump(settype($a,"integer"),$a); try{settype($a,"foo");}catch(Error $e){echo $e->getMessage(),"\n";}
$a=[1];settype($a,"string");var_dump($a); try{ settype($a,"resource");}catch(Error $e){echo $e->getMessage(),"\n";}
var_dump(is_numeric("1e5"),is_numeric(" 1"),is_numeric("1 "),is_numeric("1x"),is_numeric("."),is_numeric("0x1A"),is_numeric(""));
var_dump(is_callable("strlen"), is_callable("nope",true,$n),$n, is_callable(["A","b"],true,$n),$n, is_callable([new A1,"count"],false,$n),$n, is_callable(5,false,$n),$n);
