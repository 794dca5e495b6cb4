package wasm_test

import (
	"bytes"
	"context"
	"io/fs"
	"maps"
	"testing"
	"time"

	"github.com/ebb-vm/ebb/core/phptest"
	"github.com/ebb-vm/ebb/core/phptest/corpus"
	"github.com/ebb-vm/ebb/wasm"
)

// TestRules runs the programs that show one rule of the language each, by the
// Go loop and with functions compiled when they are first met: they print what
// is recorded, as they do natively.
func TestRules(t *testing.T) {
	rt := newRuntime(t)
	dir, err := fs.Sub(corpus.FS, "rules")
	if err != nil {
		t.Fatal(err)
	}
	for tier, jit := range map[string]string{"call": "0", "jit": "2"} {
		ini := maps.Clone(phptest.RuleIni)
		ini["ebb.jit_wasm"] = jit
		t.Run(tier, func(t *testing.T) {
			for _, name := range corpus.Names("rules") {
				c, cancel := context.WithTimeout(ctx, 60*time.Second)
				res, err := rt.Run(c, wasm.Script{Path: phptest.RuleDir + "/" + name + ".php", Mounts: []wasm.Mount{{Guest: phptest.RuleDir, FS: dir}}, Ini: ini})
				cancel()
				if res == nil {
					t.Errorf("%s: %v", name, err)
				} else if bad := phptest.RuleDiff(name, append(bytes.Clone(res.Stdout), res.Stderr...), phptest.RuleDir); bad != "" {
					t.Errorf("%s: %s", name, bad)
				}
			}
		})
	}
}
