package wasm

import (
	"context"
	"encoding/binary"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/ebb-vm/ebb/jit/ir"
)

// Where the tests keep things in a machine's memory.
const (
	ctxAt  = 1024 // the context
	cellAt = 2048 // opline cells
	dataAt = 4096
)

var offsets = Options{IP: 0, FP: 8, Target: 16, Fuel: 24}

// machine is a memory and a table with generated code.
type machine struct {
	t    testing.TB
	ctx  context.Context
	rt   wazero.Runtime
	tr   api.Module
	mem  api.Memory
	call api.Function
}

// memoryModule exports a memory of n pages.
func memoryModule(n byte) []byte {
	out := appendSection([]byte(header), 5, []byte{1, 0, n})
	return appendSection(out, secExport, append(appendName([]byte{1}, "memory"), 2, 0))
}

func newMachine(t testing.TB) *machine {
	t.Helper()
	m := &machine{t: t, ctx: context.Background()}
	m.rt = wazero.NewRuntime(m.ctx)
	t.Cleanup(func() { m.rt.Close(m.ctx) })
	var err error
	if m.tr, err = m.rt.InstantiateWithConfig(m.ctx, Trampoline(), wazero.NewModuleConfig().WithName(ImportTable)); err != nil {
		t.Fatal(err)
	}
	env, err := m.rt.InstantiateWithConfig(m.ctx, memoryModule(4), wazero.NewModuleConfig().WithName(ImportMemory))
	if err != nil {
		t.Fatal(err)
	}
	m.mem = env.Memory()
	m.call = m.tr.ExportedFunction("call")
	return m
}

// slots makes room in the table.
func (m *machine) slots(n int) int {
	m.t.Helper()
	r, err := m.tr.ExportedFunction("slots").Call(m.ctx, uint64(n))
	if err != nil || int32(r[0]) < 0 {
		m.t.Fatal(r, err)
	}
	return int(r[0])
}

// load makes a batch's functions callable.
func (m *machine) load(b *Batch) {
	m.t.Helper()
	if _, err := m.rt.InstantiateWithConfig(experimental.WithImportResolver(m.ctx, func(string) api.Module { return nil }), b.Module(), wazero.NewModuleConfig().WithName("")); err != nil {
		m.t.Fatal(err)
	}
}

// add compiles one function and loads it.
func (m *machine) add(f *ir.Func) (slot int) {
	m.t.Helper()
	b := NewBatch(offsets, m.slots(1))
	slot, err := b.Add(f)
	if err != nil {
		m.t.Fatalf("%v\n%s", err, f)
	}
	m.load(b)
	return slot
}

func (m *machine) word(at uint32) int64 {
	v, ok := m.mem.ReadUint64Le(at)
	if !ok {
		m.t.Fatalf("no memory at %d", at)
	}
	return int64(v)
}

func (m *machine) setWord(at uint32, v int64) {
	if !m.mem.WriteUint64Le(at, uint64(v)) {
		m.t.Fatalf("no memory at %d", at)
	}
}

// run calls a slot with IP and FP as given and returns the code.
func (m *machine) run(slot, entry int, ip, fp int64) int32 {
	m.t.Helper()
	m.setWord(ctxAt+offsets.IP, ip)
	m.setWord(ctxAt+offsets.FP, fp)
	r, err := m.call.Call(m.ctx, uint64(slot), uint64(entry), ctxAt)
	if err != nil {
		m.t.Fatal(err)
	}
	return int32(r[0])
}

func (m *machine) ip() int64 { return m.word(ctxAt + offsets.IP) }
func (m *machine) fp() int64 { return m.word(ctxAt + offsets.FP) }

// words returns memory as words.
func (m *machine) words(at uint32, n int) []int64 {
	raw, _ := m.mem.Read(at, uint32(8*n))
	list := make([]int64, n)
	for i := range list {
		list[i] = int64(binary.LittleEndian.Uint64(raw[8*i:]))
	}
	return list
}
