package core_test

import (
	"bytes"
	"testing"

	"github.com/ebb-vm/ebb/core"
	"github.com/ebb-vm/ebb/core/phptest/corpus"
)

// calls makes calls of every kind, some of them deep.
const calls = `<?php
function down($n) { return $n > 0 ? down($n - 1) + 1 : 0; }
function many(...$all) { return count($all); }
function named($a, $b = 2, ...$rest) { return $a . $b . count($rest); }
function gen($n) { if ($n > 0) { yield $n; yield from gen($n - 1); } }
class T {
    public function __construct(public int $n = 0) {}
    public function walk($n) { return $n > 0 ? $this->walk($n - 1) + $this->n : 0; }
    public static function sum($n) { return $n > 0 ? static::sum($n - 1) + 1 : 0; }
    public function __call($name, $args) { return $name . count($args); }
    public function __toString(): string { return "T" . down(50); }
    public function __destruct() { down(60); }
}
echo down(3000), " ", many(...range(1, 2000)), " ", named(b: 5, a: 3), " ", named(1, 2, x: 3), "\n";
echo array_sum(iterator_to_array(gen(40), false)), "\n";
$t = new T(2);
echo $t->walk(1000), " ", T::sum(1000), " ", $t->magic(1, 2, 3), " $t\n";
echo implode(",", array_map(fn($n) => down($n), [1, 200, 3])), "\n";
$f = fn($n) => $n > 0 ? $f2($n - 1) : 0;
$rec = function ($n) use (&$rec) { return $n > 0 ? $rec($n - 1) + 1 : 0; };
echo $rec(1500), " ", call_user_func_array([$t, 'walk'], [700]), "\n";
$a = range(1, 300);
usort($a, function ($x, $y) { return down(10) * 0 + $y - $x; });
echo $a[0], " ", eval('return down(400);'), "\n";
try { (function ($n) { $f = __FUNCTION__; throw new Exception("deep " . down($n)); })(500); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
unset($t);
echo "end\n";
`

// A watched stack must not change what a program does or which pages it takes:
// every way of pushing a frame has to ask the stack in the same manner.
func TestWatchChangesNothing(t *testing.T) {
	programs := map[string][]byte{"calls": []byte(calls)}
	programs["binarytrees"] = corpus.Source("bench", "binarytrees")
	for name, src := range programs {
		for _, size := range []string{"512", "8K", "256K"} {
			for _, optimize := range []string{"0", "1"} {
				run := func(watch bool) (string, core.Result) {
					var out bytes.Buffer
					ini := map[string]string{"ebb.vm_stack_page_size": size, "opcache.enable_cli": optimize}
					r := core.New(core.Config{Out: &out, Watch: watch, Ini: ini}).Run(core.Script{Path: "/" + name, Source: src})
					return out.String(), r
				}
				plain, a := run(false)
				watched, b := run(true)
				if plain != watched || a.ExitCode != b.ExitCode || a.LiveBlocks != b.LiveBlocks {
					t.Errorf("%s, pages of %s, optimizer %s: exit %d and %d\n%.400s\n---- watched\n%.400s", name, size, optimize, a.ExitCode, b.ExitCode, plain, watched)
				}
				if b.Stack.PeakDepth < a.Stack.PeakDepth {
					t.Errorf("%s: watched peak depth %d, seen before %d", name, b.Stack.PeakDepth, a.Stack.PeakDepth)
				}
				a.Stack.PeakDepth, b.Stack.PeakDepth = 0, 0
				if a.Stack != b.Stack {
					t.Errorf("%s, pages of %s: %+v\nwatched %+v", name, size, a.Stack, b.Stack)
				}
			}
		}
	}
}
