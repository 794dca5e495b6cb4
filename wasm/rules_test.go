package wasm_test

import (
	"bytes"
	"context"
	"io/fs"
	"testing"
	"time"

	"github.com/ebb-vm/ebb/core/phptest"
	"github.com/ebb-vm/ebb/core/phptest/corpus"
	"github.com/ebb-vm/ebb/wasm"
)

// TestRules runs the programs that show one rule of the language each: they
// print what is recorded, as they do natively.
func TestRules(t *testing.T) {
	rt := newRuntime(t)
	dir, err := fs.Sub(corpus.FS, "rules")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range corpus.Names("rules") {
		t.Run(name, func(t *testing.T) {
			c, cancel := context.WithTimeout(ctx, 60*time.Second)
			defer cancel()
			res, err := rt.Run(c, wasm.Script{Path: phptest.RuleDir + "/" + name + ".php", Mounts: []wasm.Mount{{Guest: phptest.RuleDir, FS: dir}}, Ini: phptest.RuleIni})
			if res == nil {
				t.Fatal(err)
			}
			if bad := phptest.RuleDiff(name, append(bytes.Clone(res.Stdout), res.Stderr...), phptest.RuleDir); bad != "" {
				t.Error(bad)
			}
		})
	}
}
