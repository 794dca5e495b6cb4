package irtest

import (
	"bytes"
	"errors"
	"math/rand"
	"testing"

	"github.com/ebb-vm/ebb/jit/ir"
	"github.com/ebb-vm/ebb/jit/ireval"
)

func run(t *testing.T, f *ir.Func, entry ir.Label, m *Image, at uint64, poll bool, seen map[ir.Op]bool) (ireval.Leave, uint64, uint64) {
	t.Helper()
	mem := new(ireval.Sparse)
	mem.Map(at+64, m.Ctx)
	mem.Map(at+4096, m.Data)
	mem.Map(at+1<<20, m.Cells)
	ma := &ireval.Machine{IP: at + 1<<20 + CellSize/2, FP: at + 4096, CTX: at, Mem: mem, Poll: func() bool { return poll },
		Trace: func(_ int, i *ir.Ins) { seen[i.Op] = true }}
	out, err := ireval.Run(f, entry, ma)
	if err != nil {
		t.Fatalf("%v\n%s", err, f)
	}
	return out, ma.IP - at, ma.FP - at
}

// Functions are valid, are read back from their text, end, do the same thing
// wherever the memory is and however often they are polled, and between them
// run every operation.
func TestFunctions(t *testing.T) {
	seen := map[ir.Op]bool{}
	ways := map[ireval.Way]int{}
	n := 600
	if testing.Short() {
		n = 100
	}
	for seed := range n {
		r := rand.New(rand.NewSource(int64(seed)))
		f := Function(r, Layout{CtxOff: 64})
		if err := f.Verify(); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, f)
		}
		g, err := ir.Parse(f.String())
		if err != nil {
			t.Fatal(errors.Join(err, errors.New(f.String())))
		}
		if err := g.Verify(); err != nil || g.String() != f.String() {
			t.Fatalf("seed %d: %v\n%s\ncomes back as\n%s", seed, err, f, g)
		}
		for _, e := range f.Entries {
			m := NewImage(r, 0x1234, uint32(1+r.Intn(40)))
			m2 := m.Clone()
			out, ip, fp := run(t, f, e, m, 1<<40, false, seen)
			out2, ip2, fp2 := run(t, g, e, m2, 1<<41+8192, true, seen)
			if out != out2 || ip != ip2 || fp != fp2 || !bytes.Equal(m.Data, m2.Data) || !bytes.Equal(m.Ctx, m2.Ctx) {
				t.Fatalf("seed %d: %v and %v\n%s", seed, out, out2, f)
			}
			if out.Way != ireval.Exit && out.Addr != 0x1234 {
				t.Fatalf("seed %d: leaves to %#x\n%s", seed, out.Addr, f)
			}
			ways[out.Way]++
		}
	}
	for o := ir.Bind; o.Info().Name != ""; o++ {
		if !seen[o] {
			t.Errorf("%s is never run", o)
		}
	}
	for w := ireval.Exit; w <= ireval.Jump; w++ {
		if ways[w] == 0 {
			t.Errorf("no function leaves by %s", w)
		}
	}
}
