<?php
// $obj[k][] works on what offsetGet returns: lost, unless it returns a reference.
class V implements ArrayAccess {
    public $d = ['a' => [1]];
    function offsetExists($k): bool { return isset($this->d[$k]); }
    function offsetGet($k): mixed { return $this->d[$k]; }
    function offsetSet($k, $v): void { $this->d[$k] = $v; }
    function offsetUnset($k): void { unset($this->d[$k]); }
}
class R extends V { function &offsetGet($k): mixed { return $this->d[$k]; } }
$v = new V; $v['a'][] = 2;
echo count($v->d['a']), "\n";
$r = new R; $r['a'][] = 2; $r['new']['deep'] = 1;
echo json_encode($r->d), "\n";
