package lib_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ebb-vm/ebb/core"
)

// TestScripts runs the programs below testdata and compares their output with
// what PHP printed (the .out files). Each program reports errors through a
// handler of its own, so that no paths appear.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*/*.php")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, f := range files {
		t.Run(strings.TrimPrefix(f, "testdata/"), func(t *testing.T) {
			want, err := os.ReadFile(strings.TrimSuffix(f, ".php") + ".out")
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			e := core.New(core.Config{Out: &out, Ini: map[string]string{"display_errors": "1"}})
			r := e.Run(core.Script{Path: f})
			if r.LiveBlocks != 0 {
				t.Errorf("%d blocks left", r.LiveBlocks)
			}
			got := out.Bytes()
			if bytes.Equal(got, want) {
				return
			}
			g, w := bytes.Split(got, []byte("\n")), bytes.Split(want, []byte("\n"))
			shown := 0
			for i := 0; i < max(len(g), len(w)) && shown < 10; i++ {
				var a, b []byte
				if i < len(w) {
					a = w[i]
				}
				if i < len(g) {
					b = g[i]
				}
				if !bytes.Equal(a, b) {
					t.Errorf("line %d: want %q, got %q", i+1, a, b)
					shown++
				}
			}
		})
	}
}
