//go:build linux && amd64

package amd64

import (
	"encoding/binary"
	"math"
	"math/rand"
	"runtime"
	"testing"
	"unsafe"

	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/jit/ir"
	"github.com/ebb-vm/ebb/native/codemem"
	"github.com/ebb-vm/ebb/native/enter"
)

// TestRandom runs random functions here and in the model.
func TestRandom(t *testing.T) {
	code, err := codemem.New(64 << 20)
	if err != nil {
		t.Skip(err)
	}
	defer code.Close()
	rounds := 4000
	if testing.Short() {
		rounds = 500
	}
	r := rand.New(rand.NewSource(3))
	var pin runtime.Pinner
	defer pin.Unpin()
	ctx := &vmstack.Context{}
	pin.Pin(ctx)
	memory := make([]uint64, memSize/8)
	pin.Pin(&memory[0])
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&memory[0])), memSize)
	base := uint64(uintptr(unsafe.Pointer(&memory[0])))
	spilled := 0
	for k := 0; k < rounds; k++ {
		f := randomFunc(r)
		a, err := Compile(f)
		if err != nil {
			t.Fatalf("round %d: %v\n%s", k, err, f)
		}
		if a.Spills > 0 {
			spilled++
		}
		for i := range bytes {
			bytes[i] = byte(r.Intn(4) * r.Intn(256))
		}
		binary.LittleEndian.PutUint64(bytes[fuelAt:], uint64(r.Intn(60)))
		m := &model{f: f, mem: append([]byte(nil), bytes...), base: base, regs: make([]uint64, f.NumRegs())}
		m.regs[ir.FP], m.regs[ir.IP], m.regs[ir.CTX] = base, base+ipAt, uint64(uintptr(unsafe.Pointer(ctx)))
		want := m.run()

		ctx.FP, ctx.IP = mm.Addr(base), mm.Addr(base+ipAt)
		at, err := code.Put(a.Code)
		if err != nil {
			t.Fatal(err)
		}
		got := int64(enter.At(ctx, at))
		if got != want {
			t.Fatalf("round %d: exit %d, want %d\n%s", k, got, want, f)
		}
		for i := 0; i < memSize; i += 8 {
			g, w := binary.LittleEndian.Uint64(bytes[i:]), binary.LittleEndian.Uint64(m.mem[i:])
			nans := i >= floatsAt && i < scratch && math.IsNaN(math.Float64frombits(g)) && math.IsNaN(math.Float64frombits(w))
			if g != w && i != targetAt && !nans {
				t.Fatalf("round %d: %#x at %d, want %#x\n%s\n%s", k, g, i, w, f, listing(f, a))
			}
		}
	}
	if spilled < rounds/4 {
		t.Errorf("only %d of %d functions spill", spilled, rounds)
	}
}
