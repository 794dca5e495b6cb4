package vm_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/metrics"
	"runtime/pprof"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/ebb-vm/ebb/core"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
	"github.com/ebb-vm/ebb/native/mmap"
	"github.com/ebb-vm/ebb/native/vm"
)

// busy keeps machine code running in loops, calls, strings and arrays.
const busy = `<?php
function fibo($n) { return $n < 2 ? $n : fibo($n - 1) + fibo($n - 2); }
function work($n) {
    $s = 0; $a = []; $t = "";
    for ($i = 0; $i < $n; $i++) { $s += $i * 2; $a[$i % 50] = $i; $a["k" . $i % 7] = $s; if ($i % 100 == 0) $t .= chr(65 + $i % 26); }
    return $s + array_sum($a) + strlen($t) + fibo(12);
}
$sum = 0;
for ($k = 0; $k < ROUNDS; $k++) $sum += work(2000);
echo $sum;`

func runBusy(v *vm.VM, rounds int) string {
	out, _ := run(v, "busy.php", []byte(strings.Replace(busy, "ROUNDS", fmt.Sprint(rounds), 1)), nil)
	return out
}

func tracing(t testing.TB) *vm.VM {
	v, err := vm.New(vm.Options{JIT: vm.Tracing, HotFunc: 4, HotLoop: 4})
	if err != nil {
		if vm.Supported {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	return v
}

// TestConcurrent runs many executors on goroutines of their own, with one VM's
// code, while the collector runs all the time, SIGURG rains, a profile is taken
// and the stacks of other goroutines grow.
func TestConcurrent(t *testing.T) {
	v := tracing(t)
	rounds := 60
	if testing.Short() {
		rounds = 5
	}
	want, _ := run(nil, "busy.php", []byte(strings.Replace(busy, "ROUNDS", fmt.Sprint(rounds), 1)), nil)
	if err := pprof.StartCPUProfile(io.Discard); err == nil {
		defer pprof.StopCPUProfile()
	}
	var stop atomic.Bool
	var noise sync.WaitGroup
	background := func(f func()) {
		noise.Add(1)
		go func() {
			defer noise.Done()
			for !stop.Load() {
				f()
			}
		}()
	}
	background(runtime.GC)
	background(func() {
		syscall.Kill(syscall.Getpid(), syscall.SIGURG)
		time.Sleep(200 * time.Microsecond)
	})
	var grow func(n int) int
	grow = func(n int) int {
		var b [256]byte
		if n == 0 {
			return int(b[0])
		}
		return grow(n-1) + int(b[n%256])
	}
	background(func() { grow(2000); time.Sleep(time.Millisecond) })
	var runs sync.WaitGroup
	for i := 0; i < 6; i++ {
		runs.Add(1)
		go func() {
			defer runs.Done()
			for k := 0; k < 2; k++ {
				if got := runBusy(v, rounds); got != want {
					t.Errorf("run %d prints %s, want %s", i, got, want)
				}
			}
		}()
	}
	runs.Wait()
	stop.Store(true)
	noise.Wait()
}

// endless loops of different kinds: each is machine code through and through.
var endless = map[string]string{
	"jump":  `function f() { $i = 0; while (true) { $i++; if ($i > 1000000) $i = 0; } } f();`,
	"for":   `function f($n) { for ($i = 0; $i < $n; $i += 0) { $n = 5; } } f(5);`,
	"do":    `function f() { $x = 1.5; do { $x = $x * 1.0; } while ($x > 1.0); } f();`,
	"calls": `function g($x) { return $x; } function f() { for (;;) g(1); } f();`,
	"deep":  `function f($n) { return $n > 500 ? 0 : f($n + 1); } while (true) f(0);`,
	"main":  `$i = 0; while (1) { $i = ($i + 1) % 7; }`,
	"empty": `while (true);`,
}

// TestStop cancels endless loops in every tier.
func TestStop(t *testing.T) {
	vms := engines(t)
	for name, source := range endless {
		for _, x := range tiers {
			ctx, cancel := context.WithCancel(context.Background())
			cfg := core.Config{Pages: mmap.New(), Out: io.Discard}
			if v := vms[x.name]; v != nil {
				cfg.Tier = v.Bind
			}
			done := make(chan core.Result, 1)
			go func() {
				done <- core.New(cfg).RunContext(ctx, core.Script{Path: name + ".php", Source: []byte("<?php " + source)})
			}()
			time.Sleep(20 * time.Millisecond)
			begin := time.Now()
			cancel()
			select {
			case <-done:
				t.Logf("%s on %s stopped after %v", name, x.name, time.Since(begin))
			case <-time.After(5 * time.Second):
				t.Fatalf("%s on %s does not stop", name, x.name)
			}
		}
	}
}

// TestTimeLimit ends endless loops by PHP's own limit.
func TestTimeLimit(t *testing.T) {
	v := tracing(t)
	out, res := run(v, "limit.php", []byte("<?php set_time_limit(1); "+endless["jump"]), nil)
	if !strings.Contains(out, "Maximum execution time of 1 second exceeded") || res.ExitCode != 255 {
		t.Errorf("%q %d", out, res.ExitCode)
	}
}

// TestPauses asks the collector to stop the world beside an endless loop; it
// gets through, which it would not if the loop did not look up.
func TestPauses(t *testing.T) {
	v := tracing(t)
	for _, name := range []string{"jump", "do", "calls", "empty"} {
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan bool)
		go func() {
			core.New(core.Config{Pages: mmap.New(), Out: io.Discard, Tier: v.Bind}).
				RunContext(ctx, core.Script{Path: name + ".php", Source: []byte("<?php " + endless[name])})
			close(done)
		}()
		time.Sleep(30 * time.Millisecond)
		stopped(nil)
		before := stopped(nil)
		for i := 0; i < 20; i++ {
			runtime.GC()
		}
		var worst time.Duration
		stopped(func(i int, n uint64, upTo time.Duration) {
			if n > before[i] {
				worst = upTo
			}
		})
		t.Logf("%s: stopping the world 20 times took at most %v each", name, worst)
		cancel()
		<-done
	}
}

// stopped reads the distribution of how long it took to stop the world for the
// collector, and shows each class of it: counts, and the upper bound.
func stopped(show func(i int, n uint64, upTo time.Duration)) []uint64 {
	m := []metrics.Sample{{Name: "/sched/pauses/stopping/gc:seconds"}}
	metrics.Read(m)
	if m[0].Value.Kind() != metrics.KindFloat64Histogram {
		return make([]uint64, 1<<12)
	}
	h := m[0].Value.Float64Histogram()
	if show != nil {
		for i, n := range h.Counts {
			show(i, n, time.Duration(min(h.Buckets[i+1], 1e3)*1e9))
		}
	}
	return append([]uint64(nil), h.Counts...)
}

// TestFault makes machine code fault: an object's address is broken behind its
// back. The program ends with a fatal error, the process goes on.
func TestFault(t *testing.T) {
	v := tracing(t)
	var out bytes.Buffer
	e := core.New(core.Config{Pages: mmap.New(), Out: &out, Tier: v.Bind, Modules: breaker()})
	res := e.Run(core.Script{Path: "fault.php", Source: []byte(`<?php
		class C { public $x = 1; }
		function f($o) { $s = 0; for ($i = 0; $i < 100; $i++) { if ($i == 50) break_it($o); $s += $o->x; } return $s; }
		echo "before "; f(new C); echo "after";`)})
	if s := out.String(); !strings.Contains(s, "before") || !strings.Contains(s, "Fatal error") || strings.Contains(s, "after") || res.ExitCode != 255 {
		t.Errorf("%q %d", s, res.ExitCode)
	}
	if out, _ := run(v, "next.php", []byte(`<?php echo 6 * 7;`), nil); out != "42" {
		t.Errorf("the next program prints %q", out)
	}
}

// BenchmarkStop is how long an endless loop takes to notice that it is cancelled.
func BenchmarkStop(b *testing.B) {
	v := tracing(b)
	for b.Loop() {
		b.StopTimer()
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan bool)
		go func() {
			core.New(core.Config{Pages: mmap.New(), Out: io.Discard, Tier: v.Bind}).
				RunContext(ctx, core.Script{Path: "stop.php", Source: []byte("<?php " + endless["jump"])})
			close(done)
		}()
		time.Sleep(20 * time.Millisecond)
		b.StartTimer()
		cancel()
		<-done
	}
}

// TestUnsupported: code memory that cannot be had is an error, not a crash.
func TestUnsupported(t *testing.T) {
	if _, err := vm.New(vm.Options{CodeBytes: 1 << 62}); err == nil {
		t.Error("there is room for everything")
	} else if errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// TestFull: when code memory runs out, Go does the rest.
func TestFull(t *testing.T) {
	v, err := vm.New(vm.Options{JIT: vm.Tracing, HotFunc: 2, HotLoop: 2, CodeBytes: 8 << 10})
	if err != nil {
		t.Skip(err)
	}
	want := runBusy(nil, 3)
	if got := runBusy(v, 3); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// breaker is a module with a function that spoils an object's class pointer.
func breaker() []*rt.Module {
	return []*rt.Module{{Name: "breaker", Funcs: []rt.FuncDecl{{
		Sig: "break_it(mixed &$o): void",
		Fn:  func(x *rt.Exec, a *rt.Args, ret *zval.Value) { spoil(a.Val(0).Deref()) },
	}}}}
}

// spoil makes a value point to memory that is not there.
func spoil(v *zval.Value) { v.V = 0x7fff00000000 }
