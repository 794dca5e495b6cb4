package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/native/vm"
)

// Defaults of the settings that choose and tune the tiers; PHP's where PHP has
// them.
const (
	defaultJIT     = "tracing"
	defaultHotFunc = 127
	defaultHotLoop = 61
)

// tierOptions reads the settings that choose the tiers. tail is false for the
// Go loop alone.
func tierOptions(set map[string]string) (o vm.Options, tail bool, err error) {
	switch v := strings.ToLower(set["ebb.vm"]); v {
	case "call":
		return o, false, nil
	case "", "tailcall":
	default:
		return o, false, fmt.Errorf("ebb.vm must be call or tailcall, not %q", v)
	}
	jit, given := set["opcache.jit"]
	if !given {
		jit = defaultJIT
	}
	switch strings.ToLower(jit) {
	case "disable", "off", "0", "no", "false", "":
		o.JIT = vm.Disable
	case "function", "1205":
		o.JIT = vm.FuncMode
	case "tracing", "on", "yes", "true", "1", "1254", "1255":
		o.JIT = vm.Tracing
	default:
		// PHP's four digits: the third says when, 5 meaning traces.
		if n, e := strconv.Atoi(jit); e != nil || n < 0 || len(jit) != 4 {
			return o, false, fmt.Errorf("opcache.jit must be disable, function or tracing, not %q", jit)
		}
		o.JIT = vm.FuncMode
		if jit[2] == '5' {
			o.JIT = vm.Tracing
		}
	}
	number := func(name string, def int) int {
		if v, ok := set[name]; ok {
			n, e := strconv.Atoi(strings.TrimSpace(v))
			if e != nil || n < 0 {
				err = fmt.Errorf("%s must be a number, not %q", name, v)
			}
			return n
		}
		return def
	}
	o.HotFunc = number("opcache.jit_hot_func", defaultHotFunc)
	o.HotLoop = number("opcache.jit_hot_loop", defaultHotLoop)
	if o.HotFunc == 0 && o.HotLoop == 0 {
		o.JIT = vm.Disable
	}
	if v, ok := set["opcache.jit_buffer_size"]; ok {
		n, _ := rt.ParseQuantity(v)
		if o.CodeBytes = int(n); n == 0 {
			o.JIT, o.CodeBytes = vm.Disable, 4<<20
		}
	}
	if set["ebb.jit_debug"] != "" && set["ebb.jit_debug"] != "0" {
		o.Debug = func(format string, args ...any) { fmt.Fprintf(os.Stderr, "jit: "+format+"\n", args...) }
	}
	return o, true, err
}

// tier gives the function that binds a tier to an executor, nil for the Go loop
// alone. The machine code is shared by the runs of a runner.
func tier(set map[string]string, count bool) (func(x *rt.Exec), *vm.VM) {
	o, tail, err := tierOptions(set)
	if err != nil {
		fmt.Fprintf(os.Stderr, "ebb: %v\n", err)
	}
	if !tail {
		return nil, nil
	}
	o.Count = count
	v, err := vm.New(o)
	if err != nil {
		if vm.Supported || set["ebb.vm"] != "" {
			fmt.Fprintf(os.Stderr, "ebb: %v; the Go loop is used\n", err)
		}
		return nil, nil
	}
	return v.Bind, v
}
