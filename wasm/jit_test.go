package wasm_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/ebb-vm/ebb/core/phptest/corpus"
	"github.com/ebb-vm/ebb/wasm"
)

// withJIT adds the setting that compiles functions: hot ones, or all when they are
// first met.
func withJIT(s wasm.Script, eager bool) wasm.Script {
	s.Ini = map[string]string{"ebb.jit_wasm": "1"}
	if eager {
		s.Ini["ebb.jit_wasm"] = "2"
	}
	return s
}

// Hot programs print what they should with and without generated code, which does
// most of the work; how much faster it is, is in the log.
func TestJIT(t *testing.T) {
	for _, name := range corpus.Names("hot") {
		t.Run(name, func(t *testing.T) {
			s := wasm.Script{Source: corpus.Source("hot", name)}
			want := corpus.Output("hot", name)
			off, on, eager := run(t, s), run(t, withJIT(s, false)), run(t, withJIT(s, true))
			for _, res := range []*wasm.Result{off, on, eager} {
				if !bytes.Equal(res.Stdout, want) || len(want) == 0 || res.ExitStatus != 0 {
					t.Errorf("%+v: status %d, %.300q, want %.300q", res.JIT, res.ExitStatus, res.Stdout, want)
				}
			}
			if off.JIT != nil {
				t.Error("the tier is on unasked")
			}
			if on.JIT == nil || on.JIT.Compiled == 0 || eager.JIT == nil || eager.JIT.Compiled == 0 {
				t.Fatalf("compiled: %+v; at once: %+v", on.JIT, eager.JIT)
			}
			t.Logf("%v, interpreted %v: %.1f times as fast; %+v", on.Duration, off.Duration, float64(off.Duration)/float64(on.Duration), *on.JIT)
		})
	}
}

// What holds for the other programs of the corpus holds with generated code too.
func TestJITOfCorpus(t *testing.T) {
	small := map[string]string{"binarytrees": "7", "fannkuch": "7", "fasta": "500", "mandelbrot": "40", "nbody": "500", "spectral": "20"}
	for _, name := range corpus.Names("bench") {
		s := wasm.Script{Source: corpus.Source("bench", name), Args: []string{small[name]}}
		if s.Args[0] == "" {
			s.Args = nil
		}
		want := run(t, s)
		for _, eager := range []bool{false, true} {
			if got := run(t, withJIT(s, eager)); !bytes.Equal(got.Stdout, want.Stdout) || len(got.Stdout) == 0 {
				t.Errorf("%s: %.200q, want %.200q", name, got.Stdout, want.Stdout)
			}
		}
	}
	for _, name := range corpus.Names("hostile") {
		source := corpus.Source("hostile", name)
		e := corpus.Expect(source)
		c, cancel := context.WithTimeout(ctx, time.Duration(e.Seconds)*slack*time.Second)
		res, err := newRuntime(t).Run(c, withJIT(wasm.Script{Source: source, Path: "/hostile/" + name + ".php", MemoryLimit: 128 << 20}, false))
		cancel()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if strings.Contains(string(source), "__DIR__") {
			continue // wants its folder
		}
		if miss := e.Check(res.ExitStatus, append(bytes.Clone(res.Stdout), res.Stderr...)); miss != "" {
			t.Errorf("%s: %s", name, miss)
		}
	}
}

// Programs that never end are stopped where generated code runs, as well.
func TestCancelJIT(t *testing.T) {
	for name, source := range loops {
		for _, eager := range []bool{false, true} {
			c, cancel := context.WithTimeout(ctx, 150*time.Millisecond)
			start := time.Now()
			_, err := newRuntime(t).Run(c, withJIT(wasm.Script{Source: []byte("<?php " + source)}, eager))
			if took := time.Since(start); !errors.Is(err, context.DeadlineExceeded) || took > 2*time.Second {
				t.Errorf("%s: %v after %v", name, err, took)
			}
			cancel()
		}
	}
}

// BenchmarkJIT runs the hot programs with generated code and without.
func BenchmarkJIT(b *testing.B) {
	for _, name := range []string{"fibo", "nestedloop", "sieve"} {
		s := wasm.Script{Source: corpus.Source("hot", name)}
		var took [2]time.Duration
		for k, s := range []wasm.Script{s, withJIT(s, false)} {
			b.Run(name+[]string{"/loop", "/jit"}[k], func(b *testing.B) {
				rt := newRuntime(b)
				var sum time.Duration
				for b.Loop() {
					res, err := rt.Run(ctx, s)
					if err != nil {
						b.Fatal(err)
					}
					sum += res.Duration
				}
				took[k] = sum / time.Duration(b.N)
				if k == 1 && took[0] > 0 {
					b.ReportMetric(float64(took[0])/float64(took[1]), "times")
				}
			})
		}
	}
}
