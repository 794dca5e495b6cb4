<?php
// count() asks Countable, [] asks ArrayAccess.
class Bag implements Countable, ArrayAccess {
    private $d = [];
    function count(): int { return 100 + count($this->d); }
    function offsetExists(mixed $k): bool { echo "exists($k) "; return isset($this->d[$k]); }
    function offsetGet(mixed $k): mixed { echo "get($k) "; return $this->d[$k] ?? null; }
    function offsetSet(mixed $k, mixed $v): void { echo 'set(' . var_export($k, true) . ') '; if ($k === null) { $this->d[] = $v; } else { $this->d[$k] = $v; } }
    function offsetUnset(mixed $k): void { echo "unset($k) "; unset($this->d[$k]); }
}
$b = new Bag;
$b['x'] = 1; $b[] = 2; $b['x'] .= 'y'; $b['n'] ??= 'default';
unset($b['gone']);
echo "\n", count($b), ' ', $b['x'], ' ', isset($b['x']) ? 'set' : 'unset', ' ', empty($b['x']) ? 'empty' : 'full', ' ', $b['q'] ?? 'none', "\n";
['x' => $got] = $b;
echo $got, "\n";
try { (new stdClass)['x']; } catch (Error $e) { echo $e->getMessage(), "\n"; }
