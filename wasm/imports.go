package wasm

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"

	"github.com/tetratelabs/wazero/api"
)

// encodeBytes passes a PHP source, which may be any bytes, through JSON.
func encodeBytes(b []byte) string { return "base64:" + base64.StdEncoding.EncodeToString(b) }

// runKey is under which the context of a call to an instance holds its *run.
type runKey struct{}

// imports offers the functions of module "ebb" that the core calls. What the
// program prints goes through WASI's descriptors 1 and 2.
func (r *Runtime) imports(ctx context.Context) error {
	i32 := api.ValueTypeI32
	b := r.rt.NewHostModuleBuilder("ebb")
	function := func(name string, params int, results []api.ValueType, f func(ctx context.Context, n *run, mod api.Module, stack []uint64)) {
		types := bytes.Repeat([]byte{i32}, params)
		b.NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(func(ctx context.Context, mod api.Module, stack []uint64) {
			if n, ok := ctx.Value(runKey{}).(*run); ok {
				f(ctx, n, mod, stack)
			}
		}), types, results).Export(name)
	}
	export := func(name string, params int, results []api.ValueType, f func(n *run, mem api.Memory, stack []uint64)) {
		function(name, params, results, func(_ context.Context, n *run, mod api.Module, stack []uint64) { f(n, mod.Memory(), stack) })
	}
	read := func(mem api.Memory, ptr, n uint64) []byte {
		raw, _ := mem.Read(uint32(ptr), uint32(n))
		return raw
	}
	export("flush", 2, nil, func(n *run, mem api.Memory, st []uint64) {
		if n.script.Events != nil {
			n.script.Events(decodeEvents(read(mem, st[0], st[1]*recordSize), n.names))
		}
	})
	export("name", 3, nil, func(n *run, mem api.Memory, st []uint64) {
		n.names[uint32(st[0])] = string(read(mem, st[1], st[2]))
	})
	export("state", 2, nil, func(n *run, mem api.Memory, st []uint64) {
		raw := read(mem, st[0], st[1])
		// Only the closing report matters here; the others are for drawing.
		if bytes.Contains(raw, []byte(`"final":true`)) {
			var f finalState
			if n.bad = json.Unmarshal(raw, &f); n.bad == nil {
				n.final = f
			}
		}
	})
	export("poll", 0, []api.ValueType{i32}, func(n *run, mem api.Memory, st []uint64) { st[0] = 0 })
	// 0 says that the module's functions are in the table.
	function("compile", 2, []api.ValueType{i32}, func(ctx context.Context, n *run, mod api.Module, st []uint64) {
		module := read(mod.Memory(), st[0], st[1])
		st[0] = 1
		if n.code != nil && n.code.add(ctx, mod, module) == nil {
			st[0] = 0
		}
	})
	_, err := b.Instantiate(ctx)
	return err
}
