package interp_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"runtime"
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
		{"optimized", map[string]string{"opcache.enable_cli": "1"}},
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

// Addresses of Go locals that are handed to the runtime must follow when the
// collector moves the goroutine's stack.
func TestLocalsFollowTheStack(t *testing.T) {
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	}()
	src := `<?php
function f(int $i, int $j): float { return 1.0 / (($i + $j) * ($i + $j + 1) + 1); }
$a = ["x" => 1];
for ($i = 0; $i < 300; $i++) {
    for ($j = 0; $j < 300; $j++) {
        $y = 1.0 / ($i + $j + 1);
        if (f($i, $j) <= 0 || $y <= 0) { echo "lost at $i $j\n"; exit; }
        $a["x"] .= "";
        $a["k$j"] ??= [$i, $j];
    }
}
echo "done\n";
`
	var out bytes.Buffer
	core.New(core.Config{Out: &out}).Run(core.Script{Path: "/stack.php", Source: []byte(src)})
	if out.String() != "done\n" {
		t.Error(out.String())
	}
}
