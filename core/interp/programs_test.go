package interp_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ebb-vm/ebb/core"
)

var update = flag.Bool("update", false, "write what programs print as what is expected")

// Every program in testdata prints what the file beside it says, with the
// optimizer off and on and with a VM stack of one-frame pages, and leaves no
// block on the heap.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/*.php")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	dir, _ := filepath.Abs("testdata")
	for _, mode := range []struct {
		name string
		ini  map[string]string
	}{
		{"plain", nil},
		{"one-frame-pages", map[string]string{"ebb.vm_stack_page_size": "64"}},
	} {
		t.Run(mode.name, func(t *testing.T) {
			for _, f := range files {
				name := strings.TrimSuffix(filepath.Base(f), ".php")
				t.Run(name, func(t *testing.T) {
					var out bytes.Buffer
					ini := map[string]string{"ebb.debug_panic": "1"}
					for k, v := range mode.ini {
						ini[k] = v
					}
					r := core.New(core.Config{Ini: ini, Out: &out}).Run(core.Script{Path: f})
					got := strings.ReplaceAll(out.String(), dir+"/", "")
					want, _ := os.ReadFile("testdata/" + name + ".out")
					if *update && mode.ini == nil && got != string(want) {
						os.WriteFile("testdata/"+name+".out", []byte(got), 0o644)
						return
					}
					if got != string(want) {
						t.Errorf("%s", diff(got, string(want)))
					}
					if r.ExitCode != 255 && (r.LiveBlocks != 0 || r.LiveBytes != 0) {
						t.Errorf("%d blocks (%d bytes) left on the heap", r.LiveBlocks, r.LiveBytes)
					}
				})
			}
		})
	}
}

// diff shows the first lines in which two texts differ.
func diff(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := 0; i < len(g) || i < len(w); i++ {
		a, b := "(end)", "(end)"
		if i < len(g) {
			a = g[i]
		}
		if i < len(w) {
			b = w[i]
		}
		if a != b {
			return "line " + itoa(i+1) + "\n got: " + a + "\nwant: " + b
		}
	}
	return ""
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + itoa(n%10)
}
