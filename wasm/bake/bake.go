package bake

import (
	"bytes"
	"context"
	"fmt"
	"math/rand"
	"slices"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental/sysfs"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// initialize is the export that a reactor has called first, once.
const initialize = "_initialize"

// Info says what baking changed.
type Info struct {
	SegmentsBefore, SegmentsAfter int
	BytesBefore, BytesAfter       int
}

// gap is how many zero bytes are worth a data segment of their own.
const gap = 128

// Bake initialises a reactor under wazero and returns a module whose instances
// are in that state from the start. It has no _initialize any more.
func Bake(ctx context.Context, module []byte) ([]byte, Info, error) {
	info := Info{BytesBefore: len(module)}
	list, err := split(module)
	if err != nil {
		return nil, info, fmt.Errorf("bake: %w", err)
	}
	var own []global
	var ex []export
	imported := 0
	for _, s := range list {
		var err error
		switch s.id {
		case secImport:
			imported, err = importedGlobals(s.body)
		case secGlobal:
			own, err = globals(s.body)
		case secExport:
			ex, err = exports(s.body)
		case secStart:
			err = fmt.Errorf("%w: it has a start function", errModule)
		case secData:
			info.SegmentsBefore = int((&reader{b: s.body}).u32())
		}
		if err != nil {
			return nil, info, fmt.Errorf("bake: %w", err)
		}
	}
	if !slices.ContainsFunc(ex, func(e export) bool { return e.name == initialize }) {
		return nil, info, fmt.Errorf("bake: %w: it does not export %s", errModule, initialize)
	}

	// The globals can only be read if they are exported.
	open := slices.Clone(ex)
	for i := range own {
		open = append(open, export{globalName(i), 3, uint32(imported + i)})
	}
	memory, values, err := initialised(ctx, join(replace(list, exportSection(open))), len(own))
	if err != nil {
		return nil, info, fmt.Errorf("bake: %w", err)
	}

	g := appendU32(nil, uint32(len(own)))
	for i, o := range own {
		g = append(g, o.typ, o.mutable)
		if o.typ == typeI32 {
			g = appendS64(append(g, 0x41), int64(int32(values[i])))
		} else {
			g = appendS64(append(g, 0x42), int64(values[i]))
		}
		g = append(g, 0x0b)
	}
	kept := slices.DeleteFunc(slices.Clone(ex), func(e export) bool { return e.name == initialize })
	segments, count := dataSection(memory)
	info.SegmentsAfter = count
	pages := appendU32([]byte{1, 0}, uint32(len(memory)>>16))
	baked := replace(list, section{secGlobal, g}, exportSection(kept), section{secMemory, pages}, section{secData, segments})
	baked = slices.DeleteFunc(baked, func(s section) bool { return s.id == secCount })
	out := join(baked)
	info.BytesAfter = len(out)
	return out, info, nil
}

func globalName(i int) string { return fmt.Sprintf("bake.global.%d", i) }

func replace(list []section, by ...section) []section {
	list = slices.Clone(list)
	for _, n := range by {
		for i, s := range list {
			if s.id == n.id {
				list[i] = n
			}
		}
	}
	return list
}

// initialised runs the module's initialisation and returns memory and globals.
func initialised(ctx context.Context, module []byte, n int) (memory []byte, values []uint64, err error) {
	// The interpreter starts at once, and initialisation is short.
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	defer r.Close(ctx)
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, r); err != nil {
		return nil, nil, err
	}
	code, err := r.CompileModule(ctx, module)
	if err != nil {
		return nil, nil, err
	}
	if err := standIns(ctx, r, code); err != nil {
		return nil, nil, err
	}
	var said bytes.Buffer
	root := wazero.NewFSConfig().(sysfs.FSConfig).WithSysFSMount(&sysfs.AdaptFS{FS: nothing{}}, "/")
	m, err := r.InstantiateModule(ctx, code, wazero.NewModuleConfig().WithName("").WithStartFunctions(initialize).
		WithStdout(&said).WithStderr(&said).WithRandSource(rand.New(rand.NewSource(1))).WithFSConfig(root).WithArgs("ebb"))
	if err != nil {
		return nil, nil, fmt.Errorf("%w %s", err, said.Bytes())
	}
	for i := range n {
		values = append(values, m.ExportedGlobal(globalName(i)).Get())
	}
	view, _ := m.Memory().Read(0, m.Memory().Size())
	return bytes.Clone(view), values, nil
}

// standIns offers functions of the module's other imports that do nothing:
// initialisation must not need them.
func standIns(ctx context.Context, r wazero.Runtime, code wazero.CompiledModule) error {
	builders := map[string]wazero.HostModuleBuilder{}
	for _, f := range code.ImportedFunctions() {
		from, name, _ := f.Import()
		if from == wasi_snapshot_preview1.ModuleName {
			continue
		}
		b := builders[from]
		if b == nil {
			b = r.NewHostModuleBuilder(from)
			builders[from] = b
		}
		b.NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(func(context.Context, api.Module, []uint64) {
			panic("the import " + name + " was called during initialisation")
		}), f.ParamTypes(), f.ResultTypes()).Export(name)
	}
	for _, b := range builders {
		if _, err := b.Instantiate(ctx); err != nil {
			return err
		}
	}
	return nil
}

// dataSection describes a memory by active segments, leaving out zeros.
func dataSection(memory []byte) (body []byte, count int) {
	type span struct{ from, to int }
	var spans []span
	for p := 0; p < len(memory); {
		if memory[p] == 0 {
			p++
			continue
		}
		s := span{p, p + 1}
		for p++; p < len(memory) && p-s.to < gap; p++ {
			if memory[p] != 0 {
				s.to = p + 1
			}
		}
		spans = append(spans, s)
	}
	body = appendU32(nil, uint32(len(spans)))
	for _, s := range spans {
		body = appendS64(append(body, 0, 0x41), int64(int32(s.from)))
		body = appendU32(append(body, 0x0b), uint32(s.to-s.from))
		body = append(body, memory[s.from:s.to]...)
	}
	return body, len(spans)
}
