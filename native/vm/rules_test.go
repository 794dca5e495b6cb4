package vm_test

import (
	"context"
	"testing"
	"time"

	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/phptest"
	"github.com/ebb-vm/ebb/core/phptest/corpus"
	"github.com/ebb-vm/ebb/native/mmap"
)

// TestRules runs the programs that show one rule of the language each, on
// every tier: they print what is recorded and leave nothing on the heap.
func TestRules(t *testing.T) {
	vms := engines(t)
	dir := t.TempDir()
	if err := phptest.UnpackRules(dir); err != nil {
		t.Fatal(err)
	}
	for _, tier := range tiers {
		t.Run(tier.name, func(t *testing.T) {
			r := phptest.Core{Pages: func() mm.PageSource { return mmap.New() }}
			if v := vms[tier.name]; v != nil {
				r.Tier = v.Bind
			}
			for _, name := range corpus.Names("rules") {
				ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
				if bad := phptest.CheckRule(ctx, r, dir, name); bad != "" {
					t.Errorf("%s: %s", name, bad)
				}
				cancel()
			}
		})
	}
}
