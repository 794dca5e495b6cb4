//go:build linux && (amd64 || arm64)

package enter_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/jit/ir"
	"github.com/ebb-vm/ebb/jit/ireval"
	"github.com/ebb-vm/ebb/jit/irtest"
	"github.com/ebb-vm/ebb/jit/regalloc"
	"github.com/ebb-vm/ebb/native/codemem"
	"github.com/ebb-vm/ebb/native/enter"
)

// block is an executor's context with a function's memory.
type block struct {
	Ctx   vmstack.Context
	Own   [irtest.CtxSize]byte
	Data  [irtest.DataSize]byte
	Cells [irtest.CellSize]byte
}

// layout: a function's own part of the context lies behind the executor's.
func layout() irtest.Layout {
	own, _ := reflect.TypeFor[block]().FieldByName("Own")
	return irtest.Layout{CtxOff: int32(own.Offset)}
}

func (b *block) load(m *irtest.Image) {
	copy(b.Own[:], m.Ctx)
	copy(b.Data[:], m.Data)
	copy(b.Cells[:], m.Cells)
}

func addr(p any) uintptr { return reflect.ValueOf(p).Pointer() }

// stubCode is what the handler returns that dispatches and jumps end at.
const stubCode = 4242

type machine struct {
	t    *testing.T
	mem  *codemem.Memory
	stub uintptr
	b    *block
}

func newMachine(t *testing.T) *machine {
	mem, err := codemem.New(16 << 20)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { mem.Close() })
	b := ir.NewBuilder("stub")
	b.St64(ir.At(ir.CTX, 0), ir.IP)
	b.St64(ir.At(ir.CTX, 8), ir.FP)
	b.Exit(stubCode)
	m := &machine{t: t, mem: mem, b: new(block)}
	m.stub, _ = m.put(b.Finish())
	return m
}

func (m *machine) put(f *ir.Func) (uintptr, *ir.Assembly) {
	m.t.Helper()
	a, err := compile(f)
	if errors.Is(err, regalloc.ErrSpills) {
		return 0, nil
	}
	if err != nil {
		m.t.Fatalf("%v\n%s", err, f)
	}
	p, err := m.mem.Put(a.Code)
	if err != nil {
		m.t.Fatal(err)
	}
	return p, a
}

// compare runs a function from an entry both ways; it returns what differs.
func (m *machine) compare(f *ir.Func, entry ir.Label, pc uintptr, image *irtest.Image) error {
	b := m.b
	b.load(image)
	ip, fp := addr(&b.Cells)+irtest.CellSize/2, addr(&b.Data)
	b.Ctx.IP, b.Ctx.FP = ip, fp

	mem := new(ireval.Sparse)
	mem.Map(uint64(addr(&b.Own)), image.Ctx)
	mem.Map(uint64(fp), image.Data)
	mem.Map(uint64(addr(&b.Cells)), image.Cells)
	o := &ireval.Machine{IP: uint64(ip), FP: uint64(fp), CTX: uint64(addr(&b.Ctx)), Mem: mem}
	want, err := ireval.Run(f, entry, o)
	if err != nil {
		return err
	}
	got, fault := m.run(pc)
	if fault != nil {
		return fault
	}
	code := uint64(want.Code)
	if want.Way != ireval.Exit {
		code = stubCode
		if uint64(b.Ctx.IP) != o.IP || uint64(b.Ctx.FP) != o.FP {
			return fmt.Errorf("leaves with IP %+d, FP %+d, want %+d, %+d", b.Ctx.IP-ip, b.Ctx.FP-fp, int64(o.IP)-int64(ip), int64(o.FP)-int64(fp))
		}
	}
	if got != code {
		return fmt.Errorf("returns %d, want %d (%s)", got, code, want.Way)
	}
	for _, part := range []struct {
		name      string
		got, want []byte
	}{{"context", b.Own[:], image.Ctx}, {"frame", b.Data[:], image.Data}, {"cells", b.Cells[:], image.Cells}} {
		for i := 0; i < len(part.got); i += 8 {
			if x, y := part.got[i:i+8], part.want[i:i+8]; !bytes.Equal(x, y) {
				return fmt.Errorf("%s+%d: % x, want % x", part.name, i, x, y)
			}
		}
	}
	return nil
}

func (m *machine) run(pc uintptr) (code uint64, fault error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(runtime.Error)
			if !ok {
				panic(r)
			}
			fault = fmt.Errorf("faults: %w", e)
		}
	}()
	return enter.At(&m.b.Ctx, pc), nil
}

// Machine code does what package ireval says, for random functions from each of
// their entries.
func TestRandomFunctions(t *testing.T) {
	n := 3000
	if testing.Short() {
		n = 500
	}
	m := newMachine(t)
	spilled, skipped := 0, 0
	for seed := range n {
		r := rand.New(rand.NewSource(int64(seed)))
		f := irtest.Function(r, layout())
		if m.mem.Used() > 15<<20 {
			m = newMachine(t)
		}
		p, a := m.put(f)
		if a == nil {
			skipped++
			continue
		}
		if a.Spills > 0 {
			spilled++
		}
		for _, e := range f.Entries {
			image := irtest.NewImage(r, uint64(m.stub), uint32(1+r.Intn(40)))
			if err := m.compare(f, e, p+uintptr(a.Labels[e]), image); err != nil {
				text := f.String()
				if lines := strings.Count(text, "\n"); lines > 400 {
					text = fmt.Sprintf("(%d lines)", lines)
				}
				t.Fatalf("seed %d, entry L%d, %d words spilled: %v\n%s", seed, e, a.Spills, err, text)
			}
		}
	}
	t.Logf("%d functions, %d of them with values in the stack's words; %d more had too many", n-skipped, spilled, skipped)
	if skipped > n/4 || spilled < n/20 {
		t.Error("too few functions of use")
	}
}
