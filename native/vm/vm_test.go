package vm_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/ebb-vm/ebb/core"
	"github.com/ebb-vm/ebb/native/mmap"
	"github.com/ebb-vm/ebb/native/vm"
)

// tiers are the ways of running that must not differ. The last ones compile at
// once, so that short programs meet compiled code.
var tiers = []struct {
	name string
	opts *vm.Options
}{
	{"call", nil},
	{"tailcall", &vm.Options{Verify: true}},
	{"function", &vm.Options{JIT: vm.FuncMode, HotFunc: 2, HotLoop: 2, Verify: true}},
	{"tracing", &vm.Options{JIT: vm.Tracing, HotFunc: 2, HotLoop: 2, Verify: true}},
	{"first call", &vm.Options{JIT: vm.Tracing, HotFunc: 1, HotLoop: 1, Verify: true}},
}

// engines makes one VM a tier.
func engines(t *testing.T) map[string]*vm.VM {
	t.Helper()
	m := map[string]*vm.VM{}
	for _, x := range tiers {
		if x.opts == nil {
			m[x.name] = nil
			continue
		}
		v, err := vm.New(*x.opts)
		if err != nil {
			if vm.Supported {
				t.Fatal(err)
			}
			t.Skip(err)
		}
		if runtime.GOARCH == "amd64" {
			t.Cleanup(func() { v.Close() })
		} // else: qemu-user may run what it has translated of code that was at the same address before
		m[x.name] = v
	}
	return m
}

// run runs a program on a tier and gives what it printed and how it ended.
func run(v *vm.VM, path string, source []byte, ini map[string]string) (string, core.Result) {
	var out bytes.Buffer
	set := map[string]string{"memory_limit": "256M"}
	for k, s := range ini {
		set[k] = s
	}
	cfg := core.Config{Ini: set, Pages: mmap.New(), Out: &out}
	if v != nil {
		cfg.Tier = v.Bind
	}
	res := core.New(cfg).Run(core.Script{Path: path, Source: source})
	return out.String(), res
}

// agree runs a program on all tiers: output, exit status, blocks left and what
// the stack did must be the same.
func agree(t *testing.T, vms map[string]*vm.VM, path string, source []byte, ini map[string]string) {
	t.Helper()
	want, ref := run(nil, path, source, ini)
	for _, x := range tiers[1:] {
		got, res := run(vms[x.name], path, source, ini)
		if got != want {
			t.Errorf("%s: %s prints\n%s\nwant\n%s", path, x.name, clip(got), clip(want))
		}
		if res.ExitCode != ref.ExitCode || res.LiveBlocks != ref.LiveBlocks || res.Bailed != ref.Bailed {
			t.Errorf("%s: %s ends with %d, %d blocks, bailed %v; want %d, %d, %v", path, x.name,
				res.ExitCode, res.LiveBlocks, res.Bailed, ref.ExitCode, ref.LiveBlocks, ref.Bailed)
		}
		if n := vms[x.name].Stats().Failed; n != 0 {
			t.Errorf("%s: the compiler failed on %d functions", x.name, n)
		}
		if res.Stack != ref.Stack {
			t.Errorf("%s: %s: stack %+v, want %+v", path, x.name, res.Stack, ref.Stack)
		}
	}
}

func clip(s string) string {
	if len(s) > 1500 {
		return s[:1500] + "..."
	}
	return s
}

// TestAgree runs this package's own programs on every tier.
func TestAgree(t *testing.T) {
	vms := engines(t)
	files, err := filepath.Glob("testdata/*.php")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		source, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(f), ".php"), func(t *testing.T) { agree(t, vms, f, source, nil) })
	}
}

// TestSmallPages runs recursion on pages that hold few frames.
func TestSmallPages(t *testing.T) {
	vms := engines(t)
	source := []byte(`<?php
		function down($n) { return $n ? 1 + down($n - 1) : 0; }
		for ($i = 0; $i < 50; $i++) echo down($i * 7), " ";
		function f($n, ...$more) { return $n ? f($n - 1, ...$more) + count($more) : 0; }
		echo f(100, 1, 2, 3);`)
	for _, page := range []string{"512", "1K", "4K"} {
		for _, cache := range []string{"0", "1", "32"} {
			t.Run(fmt.Sprint(page, " ", cache), func(t *testing.T) {
				agree(t, vms, "pages.php", source, map[string]string{"ebb.vm_stack_page_size": page, "ebb.vm_stack_page_cache": cache})
			})
		}
	}
}
