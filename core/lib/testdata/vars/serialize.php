<?php
set_error_handler(function ($no, $message) { echo "! $message\n"; return true; });
class A{public $p=1;protected $q=2;private $r=3;}
class S{public $a=1;private $b=2;protected $c; function __sleep(){return ['a','b','c','zz','a',5];}}
class S2{function __sleep(){return 5;}}
class S3{public int $u; function __sleep(){return ['u'];}}
class W{public $x; function __wakeup(){echo "wakeup ",$this->x,"\n";}}
class U{public $d; function __serialize():array{return ['k'=>1,2=>'z'];} function __unserialize(array $x):void{echo "un ",json_encode($x),"\n";$this->d=$x;}}
class T{public int $i=0;}
class Sz implements Serializable{public $v;function serialize(){return "abc";}function unserialize($d){$this->v=$d;}}
enum E:string{case X='x';const Y=1;}
$a=[1,2.5,true,null,"x",[1,'k'=>2],new A]; echo str_replace("\0",'~',serialize($a)),"\n";
$o=new stdClass;$o->self=$o;$o->o2=new A;$o->o3=$o->o2;$v=5;$o->r1=&$v;$o->r2=&$v;$o->or=&$o->o2; echo str_replace("\0",'~',serialize($o)),"\n";
echo str_replace("\0",'~',serialize(new S)),"\n"; echo serialize(new S2),"\n"; try{serialize(new S3);}catch(Error $e){echo $e->getMessage(),"\n";}
echo serialize(new U),serialize(new Sz),serialize(E::X),serialize([E::X,E::X]),"\n";
foreach([function(){},new class{},(function(){yield 1;})()] as $x){ try{echo serialize($x);}catch(Exception $e){echo get_class($e),$e->getMessage(),"\n";}}
$r=[1];$r[1]=&$r; echo serialize($r),"\n"; $q=1; echo serialize([&$q,&$q,$q]),"\n";
foreach(['i:5;','i:5','i:99999999999999999999;','b:2;','b:1;','d:0.5;','d:INF;','d:-INF;','d:NAN;','d:1e5;','d:.5;','s:3:"abc";','s:5:"abc";','s:3:"abc"','s:3:"abcd";','N;','N','a:1:{i:0;i:1;}','a:1:{i:0;i:1;','a:2:{i:0;i:1;}','a:-1:{}','a:1000000:{}','a:1:{d:0.5;i:1;}','a:1:{s:1:"5";i:1;}','O:1:"A":1:{s:1:"p";i:9;}','O:1:"A":1:{s:1:"q";i:9;}','O:1:"A":1:{s:4:"'."\0*\0r".'";i:9;}','O:8:"Missing1":1:{s:1:"x";i:1;}','O:1:"A":1:{i:0;i:5;}','O:1:"A":0:{}','O:1:"A":0:{','O:0:"":0:{}','O:1:"A":1:{}','O:1:"T":1:{s:1:"i";s:1:"x";}','O:1:"T":1:{s:1:"j";i:1;}','O:1:"W":1:{s:1:"x";i:7;}','O:1:"U":1:{s:1:"x";i:7;}','C:2:"Sz":3:{abc}','C:2:"Sz":4:{abc}','C:1:"A":3:{abc}','O:2:"Sz":0:{}','E:3:"E:X";','E:3:"E:Z";','E:3:"E:Y";','E:3:"F:X";','E:3:"A:X";','E:2:"EX";','O:7:"Closure":0:{}','r:1;','R:1;','a:2:{i:0;O:1:"A":0:{}i:1;r:2;}','a:2:{i:0;i:5;i:1;R:2;}','a:2:{i:0;i:5;i:1;r:2;}','a:1:{i:0;R:1;}','','x','}','a:1:{i:0;}','O:8:"stdClass":1:{s:1:"a";i:1;}','a:1:{i:0;a:1:{i:0;a:1:{i:0;i:1;}}}','O:1:"a":0:{}','O:3:"a b":0:{}','b:1','i:+5;','i:-0;','o:1:"A"','s:1:a','s:-1:"";','a:1:{O:1:"A":0:{}i:1;}','R:0;','a:1:{i:0;r:5;}','i: 5;','d:1.;','d:-1.5E-3;','C:8:"Missing1":3:{abc}',"O:+1:\"A\":0:{}",'a:2:{i:0;i:1;i:0;i:2;}'] as $s){ echo str_replace("\0",'~',$s)," => "; try{ $r=unserialize($s); if(is_object($r)||is_array($r)) print_r($r); else var_dump($r);}catch(Throwable $e){echo get_class($e),": ",$e->getMessage(),"\n";}}
var_dump(unserialize('a:1:{i:0;a:1:{i:0;i:1;}}',['max_depth'=>1]));
foreach([['allowed_classes'=>false],['allowed_classes'=>['T']],['allowed_classes'=>['a']],['allowed_classes'=>5],['max_depth'=>-1],['max_depth'=>'x']] as $o){ try{print_r(unserialize('O:1:"A":0:{}',$o));}catch(Throwable $e){echo get_class($e),": ",$e->getMessage(),"\n";}}
echo serialize(unserialize('O:8:"Missing1":1:{s:1:"x";i:1;}')),"\n";
