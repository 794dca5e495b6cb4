package core_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"testing"
)

// importRules is the architecture as text: a package (or tree, with "/...")
// and the packages of this module it may import, directly or not. What is not
// listed may not exist.
const importRules = `
core/syntax      :
core/opcode      :
core/trace       :
core/mm          : core/trace
core/zval        : core/mm core/trace
core/code        : core/opcode core/zval core/mm core/trace
core/compile/dumpdiff :
core/compile/opt : core/code core/opcode core/zval core/mm core/trace
core/compile     : core/compile/opt core/syntax core/code core/opcode core/zval core/mm core/trace
core/vmstack     : core/code core/zval core/mm core/trace core/opcode
core/rt          : core/vmstack core/code core/zval core/mm core/trace core/opcode
core/report      : core/vmstack core/code core/zval core/mm core/trace core/opcode
core/interp      : core/rt core/vmstack core/code core/zval core/mm core/trace core/opcode
core/lib         : core/lib/... core/rt core/vmstack core/code core/zval core/mm core/trace core/opcode core/syntax
core/lib/...     : core/lib/... core/rt core/vmstack core/code core/zval core/mm core/trace core/opcode core/syntax
core             : core/...
core/phptest/corpus :
core/phptest     : core core/...
jit/ir           :
jit/ireval       : jit/ir
jit/irtest       : jit/ir
jit/regalloc     : jit/ir
jit/amd64        : jit/ir jit/regalloc
jit/arm64        : jit/ir jit/regalloc
jit/wasm         : jit/ir jit/regalloc
jit/abi          : jit/ir core/...
jit/template     : jit/ir jit/abi core/...
jit/compile      : jit/template jit/ir jit/abi core/...
native/...       : native/... core core/... jit/...
wasm             : jit/wasm jit/regalloc jit/ir
wasm/guest       : wasm/guest/tier core core/... jit/...
wasm/guest/tier  : core/... jit/...
wasm/bake        :
playground/...   : playground/...
cmd/...          : cmd/ebb/... core core/... native/... wasm wasm/... playground/... jit/...
`

const module = "github.com/ebb-vm/ebb/"

type listed struct {
	ImportPath string
	Imports    []string
}

// TestImports checks importRules, transitively, for native and wasm builds.
func TestImports(t *testing.T) {
	rules := map[string][]string{}
	for _, line := range strings.Split(strings.TrimSpace(importRules), "\n") {
		pkg, allowed, _ := strings.Cut(line, ":")
		rules[strings.TrimSpace(pkg)] = strings.Fields(allowed)
	}
	match := func(pattern, pkg string) bool {
		if tree, ok := strings.CutSuffix(pattern, "/..."); ok {
			return strings.HasPrefix(pkg, tree+"/")
		}
		return pattern == pkg
	}
	ruleFor := func(pkg string) ([]string, bool) {
		if r, ok := rules[pkg]; ok {
			return r, true
		}
		best := ""
		for p := range rules {
			if match(p, pkg) && len(p) > len(best) {
				best = p
			}
		}
		return rules[best], best != ""
	}
	for _, env := range [][]string{{"GOOS=linux", "GOARCH=amd64"}, {"GOOS=wasip1", "GOARCH=wasm"}} {
		cmd := exec.Command("go", "list", "-e", "-json=ImportPath,Imports", "./...")
		cmd.Dir = ".."
		cmd.Env = append(os.Environ(), env...)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("go list: %v", err)
		}
		direct := map[string][]string{}
		dec := json.NewDecoder(bytes.NewReader(out))
		for dec.More() {
			var l listed
			if err := dec.Decode(&l); err != nil {
				t.Fatal(err)
			}
			p := strings.TrimPrefix(l.ImportPath, module)
			for _, i := range l.Imports {
				if q, ok := strings.CutPrefix(i, module); ok {
					direct[p] = append(direct[p], q)
				}
			}
			if _, ok := direct[p]; !ok {
				direct[p] = nil
			}
		}
		for p := range direct {
			allowed, ok := ruleFor(p)
			if !ok {
				t.Errorf("%v: package %s is not in the architecture", env, p)
				continue
			}
			seen := map[string]bool{}
			var walk func(q string)
			walk = func(q string) {
				for _, d := range direct[q] {
					if !seen[d] {
						seen[d] = true
						walk(d)
					}
				}
			}
			walk(p)
			for d := range seen {
				good := false
				for _, a := range allowed {
					good = good || match(a, d)
				}
				if !good {
					t.Errorf("%v: %s must not import %s", env, p, d)
				}
			}
		}
	}
}

// TestUnsafeIsConfined lists the files that may use package unsafe: each
// package's layout.go and unsafe.go, and the interpreter's dispatch.
func TestUnsafeIsConfined(t *testing.T) {
	var offenders []string
	walkGo(t, func(path string, src []byte) {
		base := filepath.Base(path)
		if base == "layout.go" || base == "unsafe.go" || strings.HasPrefix(base, "layout_") || strings.HasPrefix(base, "unsafe_") ||
			strings.HasSuffix(base, "_test.go") || strings.HasPrefix(base, "dispatch") {
			return
		}
		if bytes.Contains(src, []byte("\n\t\"unsafe\"\n")) || bytes.Contains(src, []byte("import \"unsafe\"")) {
			offenders = append(offenders, path)
		}
	})
	sort.Strings(offenders)
	for _, o := range offenders {
		t.Errorf("%s uses unsafe outside layout.go, unsafe.go or dispatch*.go", o)
	}
}

// TestEveryPackageHasADoc demands a doc.go with a package comment.
func TestEveryPackageHasADoc(t *testing.T) {
	dirs := map[string]bool{}
	walkGo(t, func(path string, src []byte) {
		if !strings.HasSuffix(path, "_test.go") {
			dirs[filepath.Dir(path)] = true
		}
	})
	for d := range dirs {
		src, err := os.ReadFile(filepath.Join(d, "doc.go"))
		if err != nil {
			t.Errorf("%s has no doc.go", d)
		} else if !bytes.HasPrefix(src, []byte("// ")) && !bytes.HasPrefix(src, []byte("/*")) {
			t.Errorf("%s/doc.go opens without a package comment", d)
		}
	}
}

func walkGo(t *testing.T, f func(path string, src []byte)) {
	t.Helper()
	for _, top := range []string{"core", "wasm", "native", "jit", "playground", "cmd"} {
		err := filepath.WalkDir(filepath.Join("..", top), func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				if os.IsNotExist(err) {
					return nil
				}
				return err
			}
			if d.IsDir() && (d.Name() == "node_modules" || d.Name() == "testdata" || d.Name() == "dist") {
				return filepath.SkipDir
			}
			if !d.IsDir() && strings.HasSuffix(path, ".go") {
				src, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				f(path, src)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
