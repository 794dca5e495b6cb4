<?php
// op= for every operator, on elements and properties created on the way.
$n = 10; $n += 5; $n -= 1; $n *= 2; $n /= 4; $n %= 4; $n **= 3; $n .= 'x'; var_dump($n);
$b = 6; $b &= 3; $b |= 8; $b ^= 1; $b <<= 2; $b >>= 1; $u ??= 'set'; var_dump($b, $u);
$a = ['c' => 1]; $a['c'] += 4; @$a['new'] .= 'str'; @$a['d']['e'] += 1; $a += ['c' => 9, 'f' => 0];
$o = new stdClass; $o->n = 1; $o->n <<= 3; $o->l = []; $o->l[] = 1; $o->l['k']['j'] ??= 2;
echo json_encode([$a, $o]), "\n";
$arr = [1, 2]; foreach ($arr as $k => $v) { $arr[$k] *= $arr[0] + $k; } echo json_encode($arr), "\n";
