package wasm_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ebb-vm/ebb/wasm"
)

func TestMemoryLimit(t *testing.T) {
	for source, want := range map[string]string{
		"$a = []; while (true) $a[] = str_repeat('x', 1000);": "Allowed memory size of 16777216 bytes exhausted (tried to allocate",
		"str_repeat('x', 20000000);":                          "Allowed memory size of 16777216 bytes exhausted (tried to allocate",
		"function f() { f(); } f();":                          "Allowed memory size of 16777216 bytes exhausted",
	} {
		res := run(t, wasm.Script{Source: []byte("<?php " + source), MemoryLimit: 16 << 20})
		if res.ExitStatus != 255 || !strings.Contains(string(res.Stdout), want) {
			t.Errorf("%s: %d %.200s", source, res.ExitStatus, res.Stdout)
		}
	}
}

// Without a limit of PHP's own the instance's linear memory is the end, and the
// script still ends with a message.
func TestLinearMemoryIsTheEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the core again")
	}
	newRuntime(t)
	rt, err := wasm.NewRuntime(ctx, wasm.Config{MaxMemory: 96 << 20, CacheDir: cacheDir})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close(ctx)
	for _, source := range []string{
		"$a = []; while (true) $a[] = str_repeat('x', 100000);",
		"$s = 'x'; while (true) $s .= $s;",
		"$a = [1]; while (true) $a = [$a, $a, count($a)];",
	} {
		res, err := rt.Run(ctx, wasm.Script{Source: []byte("<?php " + source), MemoryLimit: -1, TimeLimit: 20 * time.Second})
		if errors.Is(err, wasm.ErrTimeLimit) {
			continue // the last one shares everything and just goes on
		}
		if err != nil {
			t.Errorf("%s: %v %.300s", source, err, res.Stderr)
			continue
		}
		if res.ExitStatus != 255 || !strings.Contains(string(res.Stdout), "Out of memory") {
			t.Errorf("%s: %d %.300s", source, res.ExitStatus, res.Stdout)
		}
	}
	if _, err := wasm.NewRuntime(ctx, wasm.Config{MaxMemory: 1 << 20}); err == nil {
		t.Error("1 MB is taken")
	}
}

// loops are programs that never end by themselves.
var loops = map[string]string{
	"empty loop":  "while (true);",
	"counting":    "for ($i = 0; ; $i++) { $x = $i * 2; }",
	"calls":       "function f($n) { return $n; } while (true) f(1);",
	"recursion":   "function g($n) { return $n > 0 ? g($n - 1) : 0; } while (true) g(1000);",
	"builtins":    "while (true) { $a = range(1, 1000); sort($a); array_sum(array_map(fn($x) => $x + 1, $a)); str_repeat('x', 10000); }",
	"callbacks":   "usort_forever(); function usort_forever() { while (true) { $a = range(1, 50); usort($a, fn($x, $y) => $y <=> $x); } }",
	"generator":   "function gen() { while (true) yield 1; } foreach (gen() as $x);",
	"goto":        "a: goto a;",
	"do while":    "do { $x = 1; } while ($x);",
	"sleep":       "sleep(1000);",
	"output":      "while (true) echo 'x';",
	"destructor":  "class D { function __destruct() { while (true); } } $d = new D;",
	"shutdown":    "register_shutdown_function(function () { while (true); });",
	"try finally": "while (true) { try { while (true); } finally { while (true); } }",
	"catching":    "while (true) { try { while (true); } catch (Throwable $e) {} }",
	"ob callback": "ob_start(function ($s) { while (true); }); echo 'x';",
	"include":     "while (true) eval('$x = 1;');",
}

func TestCancel(t *testing.T) {
	rt := newRuntime(t)
	for name, source := range loops {
		c, cancel := context.WithCancel(ctx)
		began := make(chan time.Time, 1)
		go func() {
			time.Sleep(150 * time.Millisecond)
			began <- time.Now()
			cancel()
		}()
		res, err := rt.Run(c, wasm.Script{Source: []byte("<?php " + source)})
		took := time.Since(<-began)
		cancel()
		if !errors.Is(err, context.Canceled) || res == nil || res.ExitStatus != 255 {
			t.Errorf("%s: %v, result %+v", name, err, res)
		}
		if took > 500*time.Millisecond {
			t.Errorf("%s: stopped %v after cancelling", name, took)
		}
		t.Logf("%-12s stopped after %v", name, took.Round(10*time.Microsecond))
	}
	// Cancelled before it begins.
	c, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := rt.Run(c, wasm.Script{Source: []byte("x")}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestTimeLimit(t *testing.T) {
	start := time.Now()
	res, err := newRuntime(t).Run(ctx, wasm.Script{Source: []byte("<?php echo 'begun'; while (true);"), TimeLimit: 100 * time.Millisecond})
	if !errors.Is(err, wasm.ErrTimeLimit) || !strings.HasPrefix(string(res.Stdout), "begun") {
		t.Errorf("%v %q", err, res.Stdout)
	}
	if took := time.Since(start); took < 100*time.Millisecond || took > 5*time.Second {
		t.Errorf("stopped after %v", took)
	}
	// A script that ends in time is not touched.
	if _, err := newRuntime(t).Run(ctx, wasm.Script{Source: []byte("<?php echo 1;"), TimeLimit: time.Minute}); err != nil {
		t.Error(err)
	}
}

// PHP's own limit needs nobody outside: the core counts its polls.
func TestMaxExecutionTime(t *testing.T) {
	for _, source := range []string{
		"set_time_limit(1); while (true);",
		"ini_set('max_execution_time', '1'); function f() {} while (true) f();",
		"set_time_limit(1); while (true) { $a = range(1, 3000); shuffle($a); sort($a); }",
	} {
		start := time.Now()
		res := run(t, wasm.Script{Source: []byte("<?php " + source)})
		took := time.Since(start)
		if res.ExitStatus != 255 || !strings.Contains(string(res.Stdout), "Maximum execution time of 1 second exceeded") {
			t.Errorf("%s: %d %s", source, res.ExitStatus, res.Stdout)
		}
		if took < time.Second || took > 4*time.Second {
			t.Errorf("%s: ended after %v", source, took)
		}
	}
}

func TestRunsAreApart(t *testing.T) {
	rt := newRuntime(t)
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			source := fmt.Sprintf(`<?php
				const WHO = %[1]d;
				function mine() { return WHO; }
				class C { static $n = 0; }
				$sum = 0;
				for ($i = 0; $i < 2000; $i++) { C::$n += mine(); $sum += strlen(str_repeat("x", $i %% 50)); }
				file_put_contents("/script.php", "changed");
				putenv("WHO=" . WHO);
				echo C::$n, " ", $sum, " ", getenv("WHO"), " ", isset($leaked) ? "leak" : "clean", " ", array_filter(get_defined_functions()["user"], fn($f) => str_starts_with($f, "only_in") && $f != "only_in" . WHO) ? "leak" : "clean";
				$leaked = true;
				function only_in%[1]d() {}`, i)
			res, err := rt.Run(ctx, wasm.Script{Source: []byte(source)})
			want := fmt.Sprintf("%d 49000 %d clean clean", i*2000, i)
			if err != nil || string(res.Stdout) != want {
				t.Errorf("run %d: %v %+v", i, err, res)
			}
		}()
	}
	wg.Wait()
}
