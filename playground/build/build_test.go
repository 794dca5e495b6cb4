package build

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func needPackages(t *testing.T) {
	t.Helper()
	if _, err := os.Stat("../node_modules"); err != nil {
		t.Skip("the page's npm packages are not installed")
	}
}

// core writes a file that stands for the core: the build does not look inside.
func core(t *testing.T) string {
	t.Helper()
	p := filepath.Join(t.TempDir(), "core.wasm")
	if err := os.WriteFile(p, []byte("\x00asm\x01\x00\x00\x00"), 0o644); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestBuild(t *testing.T) {
	needPackages(t)
	out, wasm := t.TempDir(), core(t)
	first, err := Build(Options{Source: "..", Out: out, Core: wasm})
	if err != nil {
		t.Fatal(err)
	}
	again, err := Build(Options{Source: "..", Out: out, Core: wasm})
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for i, f := range first.Files {
		names[f.Name] = true
		if again.Files[i] != f {
			t.Errorf("a second build gives %v, not %v", again.Files[i], f)
		}
	}
	left := 0
	filepath.WalkDir(out, func(p string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			left++
		}
		return err
	})
	if left != len(first.Files) {
		t.Errorf("%d files for %d written: an earlier build's stay behind", left, len(first.Files))
	}
	page, _ := os.ReadFile(filepath.Join(out, "index.html"))
	refs := regexp.MustCompile(`assets/[\w.-]+`).FindAllString(string(page), -1)
	if len(refs) != 2 {
		t.Errorf("the page refers to %q", refs)
	}
	for name := range names {
		if !strings.HasPrefix(filepath.Base(name), "main-") || filepath.Ext(name) != ".js" {
			continue
		}
		js, _ := os.ReadFile(filepath.Join(out, name))
		refs = append(refs, regexp.MustCompile(`assets/(worker|ebb)-\w+\.\w+`).FindAllString(string(js), -1)...)
		wd, _ := os.Getwd()
		if strings.Contains(string(js), wd) || strings.Contains(string(js), "mock run") {
			t.Error("the bundle holds a path of this machine, or the tests' stand-in")
		}
	}
	if len(refs) != 4 {
		t.Errorf("page and script refer to %q", refs)
	}
	for _, r := range refs {
		if !names[r] {
			t.Errorf("%s is referred to and was not written", r)
		}
	}
	if strings.Contains(string(page), "{{") {
		t.Error("a placeholder is left in the page")
	}
}

func TestDevBuildHasPlainNames(t *testing.T) {
	needPackages(t)
	out := t.TempDir()
	if _, err := Build(Options{Source: "..", Out: out, Core: core(t), Dev: true}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"main.js", "main.css", "worker.js", "ebb.wasm"} {
		if _, err := os.Stat(filepath.Join(out, assets, name)); err != nil {
			t.Error(err)
		}
	}
}

func TestErrors(t *testing.T) {
	if _, err := Build(Options{Source: "..", Out: t.TempDir()}); err == nil {
		t.Error("a build without a core succeeds")
	}
	if _, err := Build(Options{Source: "..", Out: t.TempDir(), Core: "nowhere.wasm"}); err == nil {
		t.Error("a build with a missing core succeeds")
	}
}

// The lock file pins what is installed, not where it comes from.
func TestLockFileHoldsNoAddresses(t *testing.T) {
	lock, err := os.ReadFile("../package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(lock), `"resolved"`) {
		t.Error("package-lock.json holds download addresses")
	}
	if !strings.Contains(string(lock), `"integrity"`) {
		t.Error("package-lock.json holds no checksums")
	}
}
