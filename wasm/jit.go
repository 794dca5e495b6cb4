package wasm

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	jit "github.com/ebb-vm/ebb/jit/wasm"
)

// iniJIT is the setting that lets the core compile hot functions.
const iniJIT = "ebb.jit_wasm"

// wantsJIT reads the setting as PHP reads a boolean.
func wantsJIT(ini map[string]string) bool {
	switch strings.ToLower(strings.TrimSpace(ini[iniJIT])) {
	case "1", "2", "on", "yes", "true":
		return true
	}
	return false
}

// trampoline is the module between a core and the code it generates, compiled
// when a script asks for it first.
type trampoline struct {
	once sync.Once
	code wazero.CompiledModule
	err  error
}

func (t *trampoline) compiled(ctx context.Context, rt wazero.Runtime) (wazero.CompiledModule, error) {
	t.once.Do(func() { t.code, t.err = rt.CompileModule(context.WithoutCancel(ctx), jit.Trampoline()) })
	return t.code, t.err
}

// noTrampoline is what cores import that do not generate code: no slots to be had.
func noTrampoline(ctx context.Context, rt wazero.Runtime) error {
	i32 := api.ValueTypeI32
	refuse := api.GoFunc(func(_ context.Context, stack []uint64) { stack[0] = uint64(^uint32(0)) })
	_, err := rt.NewHostModuleBuilder(jit.ImportTable).
		NewFunctionBuilder().WithGoFunction(refuse, []api.ValueType{i32}, []api.ValueType{i32}).Export("slots").
		NewFunctionBuilder().WithGoFunction(refuse, []api.ValueType{i32, i32, i32}, []api.ValueType{i32}).Export("call").
		Instantiate(ctx)
	return err
}

// generated is the code that the core of one run has made.
type generated struct {
	rt    wazero.Runtime
	tramp api.Module
	mods  []api.Module
	code  []wazero.CompiledModule
}

// newGenerated makes a trampoline for one core.
func (r *Runtime) newGenerated(ctx context.Context) (*generated, error) {
	code, err := r.tramp.compiled(ctx, r.rt)
	if err != nil {
		return nil, err
	}
	tramp, err := r.rt.InstantiateModule(ctx, code, wazero.NewModuleConfig().WithName("").WithStartFunctions())
	if err != nil {
		return nil, err
	}
	return &generated{rt: r.rt, tramp: tramp}, nil
}

// resolve makes modules instantiated under the context import from this run's
// trampoline and, when it is given, from the core.
func (g *generated) resolve(ctx context.Context, core api.Module) context.Context {
	return experimental.WithImportResolver(ctx, func(name string) api.Module {
		switch name {
		case jit.ImportTable:
			return g.tramp
		case jit.ImportMemory:
			return core
		}
		return nil
	})
}

// add instantiates a module that the core has made, which fills slots of the table.
func (g *generated) add(ctx context.Context, core api.Module, module []byte) error {
	ctx = g.resolve(ctx, core)
	code, err := g.rt.CompileModule(ctx, bytes.Clone(module))
	if err != nil {
		return fmt.Errorf("generated code: %w", err)
	}
	g.code = append(g.code, code)
	mod, err := g.rt.InstantiateModule(ctx, code, wazero.NewModuleConfig().WithName("").WithStartFunctions())
	if err != nil {
		return fmt.Errorf("generated code: %w", err)
	}
	g.mods = append(g.mods, mod)
	return nil
}

// close gives everything back; the core is closed already.
func (g *generated) close(ctx context.Context) {
	for _, m := range g.mods {
		m.Close(ctx)
	}
	for _, c := range g.code {
		c.Close(ctx)
	}
	g.tramp.Close(ctx)
}
