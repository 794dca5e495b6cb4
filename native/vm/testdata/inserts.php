<?php
function d($n){ $Y=[]; for ($i=$n-1; $i>=0; $i--) { $Y[$i] = $i; } return $Y; }
for ($k=0;$k<3;$k++) { $y=d(40); $y[]=1; $y["a$k"]=2; $y[-5]=1; $y[]=2; echo json_encode($y), memory_get_usage() - memory_get_usage(), "\n"; }
function e($n) { $h = ["x"=>1]; for ($i=0;$i<$n;$i++) { $h["k".$i] = $i; $h[$i*3] = $i; $h["$i"] = "s"; $h[PHP_INT_MAX-$i] = 1; } return $h; }
for ($k=0;$k<3;$k++) { $h=e(9); echo json_encode($h), count($h); try { $h[]=1; } catch (Error $x) { echo $x->getMessage(); } }
function neg() { $a=["q"=>1]; $a[-7]=1; $a[]=2; $a[-9]=3; $a[]=4; return $a; } for ($k=0;$k<4;$k++) echo json_encode(neg());
function tmpkeys($n) { $a = []; for ($i=0;$i<$n;$i++) { $a["p" . ($i % 5)][] = $i; $a["p" . ($i % 5) . "x"] = $i; } return $a; } for ($k=0;$k<3;$k++) echo json_encode(tmpkeys(12));
