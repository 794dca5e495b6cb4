package wasm_test

import (
	"bytes"
	"context"
	"io/fs"
	"testing"
	"time"

	"github.com/ebb-vm/ebb/core"
	"github.com/ebb-vm/ebb/core/phptest/corpus"
	"github.com/ebb-vm/ebb/wasm"
)

// slack is how much longer than natively a hostile program may take: the wasm
// build is several times slower, and test machines are busy.
const slack = 8

// TestHostile runs the programs that try to break the engine: each must end
// with what its head demands, and none may break the instance.
func TestHostile(t *testing.T) {
	rt := newRuntime(t)
	dir, err := fs.Sub(corpus.FS, "hostile")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range corpus.Names("hostile") {
		t.Run(name, func(t *testing.T) {
			e := corpus.Expect(corpus.Source("hostile", name))
			c, cancel := context.WithTimeout(ctx, time.Duration(e.Seconds)*slack*time.Second)
			defer cancel()
			start := time.Now()
			res, err := rt.Run(c, wasm.Script{Path: "/hostile/" + name + ".php", Mounts: []wasm.Mount{{Guest: "/hostile", FS: dir}}, MemoryLimit: 128 << 20})
			if err != nil {
				if res == nil {
					t.Fatal(err)
				}
				t.Fatalf("%v\n%.600s\n%.600s", err, res.Stdout, res.Stderr)
			}
			if miss := e.Check(res.ExitStatus, append(bytes.Clone(res.Stdout), res.Stderr...)); miss != "" {
				t.Errorf("%s\n%.600s\n%.600s", miss, res.Stdout, res.Stderr)
			}
			t.Log(time.Since(start).Round(time.Millisecond))
		})
	}
}

// TestBench runs the Benchmarks Game programs: they print what they print natively.
func TestBench(t *testing.T) {
	small := map[string]string{"binarytrees": "7", "fannkuch": "7", "fasta": "500", "mandelbrot": "40", "nbody": "500", "spectral": "20"}
	for _, name := range corpus.Names("bench") {
		t.Run(name, func(t *testing.T) {
			source := corpus.Source("bench", name)
			args := []string{small[name]}
			if args[0] == "" {
				args = nil
			}
			var want bytes.Buffer
			start := time.Now()
			core.New(core.Config{Out: &want}).Run(core.Script{Path: "/script.php", Source: source, Args: args})
			nativeTime := time.Since(start)
			res := run(t, wasm.Script{Source: source, Args: args})
			if res.ExitStatus != 0 || !bytes.Equal(res.Stdout, want.Bytes()) || want.Len() == 0 {
				t.Errorf("status %d, %.300q, natively %.300q", res.ExitStatus, res.Stdout, want.Bytes())
			}
			t.Logf("%v, natively %v: %.1f times", res.Duration, nativeTime, float64(res.Duration)/float64(nativeTime))
		})
	}
}
