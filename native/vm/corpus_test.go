package vm_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/phptest"
	"github.com/ebb-vm/ebb/core/phptest/corpus"
	"github.com/ebb-vm/ebb/native/mmap"
	"github.com/ebb-vm/ebb/native/vm"
)

// onTier runs a program of the corpus on a tier, in a directory of its own.
func onTier(t *testing.T, v *vm.VM, folder, name string, ini map[string]string) phptest.Outcome {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, name+".php")
	src := corpus.Source(folder, name)
	if err := os.WriteFile(path, src, 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	c := phptest.Core{Pages: func() mm.PageSource { return mmap.New() }}
	if v != nil {
		c.Tier = v.Bind
	}
	return c.Run(ctx, phptest.Program{Path: path, Source: src, Dir: dir, Ini: ini})
}

// TestCorpus runs the whole corpus on every tier of machine code. Programs with
// recorded output print it, the heap balanced; hostile ones end as they must.
func TestCorpus(t *testing.T) {
	vms := engines(t)
	dir := t.TempDir()
	if err := phptest.UnpackRules(dir); err != nil {
		t.Fatal(err)
	}
	for _, name := range corpus.Names("rules") {
		t.Run("rules/"+name, func(t *testing.T) {
			for _, x := range tiers[1:] {
				ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
				c := phptest.Core{Pages: func() mm.PageSource { return mmap.New() }, Tier: vms[x.name].Bind}
				if bad := phptest.CheckRule(ctx, c, dir, name); bad != "" {
					t.Errorf("%s: %s", x.name, bad)
				}
				cancel()
			}
		})
	}
	for _, folder := range []string{"memory", "hot", "bench", "hostile"} {
		for _, name := range corpus.Names(folder) {
			t.Run(folder+"/"+name, func(t *testing.T) {
				for _, x := range tiers[1:] {
					if testing.Short() && x.name != "tracing" {
						continue
					}
					ini := map[string]string{}
					if folder == "memory" { // PHP 8.2, whose figures these are, has no page cache
						ini["ebb.vm_stack_page_cache"] = "0"
					}
					o := onTier(t, vms[x.name], folder, name, ini)
					if o.Panic != "" || o.Hung {
						t.Errorf("%s: hung %v, %s", x.name, o.Hung, o.Panic)
						continue
					}
					if folder == "hostile" {
						src := corpus.Source(folder, name)
						if miss := corpus.Expect(src).Check(o.Exit, o.Output); miss != "" {
							t.Errorf("%s: %s", x.name, miss)
						}
						continue
					}
					want := corpus.Output(folder, name)
					if want == nil {
						t.Fatal("no output is recorded")
					}
					if !bytes.Equal(o.Output, want) {
						t.Errorf("%s prints\n%s\nwant\n%s", x.name, clip(string(o.Output)), clip(string(want)))
					}
					if o.Leaked != 0 {
						t.Errorf("%s: %d blocks leaked", x.name, o.Leaked)
					}
				}
			})
		}
	}
}
