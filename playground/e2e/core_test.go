package e2e

import (
	"encoding/json"
	"io"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/ebb-vm/ebb/core"
	"github.com/ebb-vm/ebb/core/phptest/corpus"
	"github.com/ebb-vm/ebb/core/report"
	"github.com/ebb-vm/ebb/core/trace"
	"github.com/ebb-vm/ebb/playground/build"
	"github.com/ebb-vm/ebb/playground/serve"
)

// coreSite builds the page with the engine itself and serves it.
func coreSite(t *testing.T) (url, folder string) {
	t.Helper()
	ready(t)
	dir := t.TempDir()
	wasm := filepath.Join(dir, "ebb.wasm")
	cmd := exec.Command("go", "build", "-trimpath", "-buildmode=c-shared", "-ldflags=-s -w", "-o", wasm, "../../cmd/ebb-wasm")
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out := filepath.Join(dir, "site")
	if _, err := build.Build(build.Options{Source: "..", Out: out, Core: wasm}); err != nil {
		t.Fatal(err)
	}
	h, err := serve.Handler(os.DirFS(out))
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	return srv.URL, out
}

// TestCore runs the page with the engine itself: the examples, the cache off
// and on, an endless loop, an endless recursion.
func TestCore(t *testing.T) {
	url, _ := coreSite(t)
	b := openAt(t, desktop, url, "/")
	run := func(example string) {
		t.Helper()
		b.choose("example", example)
		b.click("#run")
		b.finished()
		if got := b.text("#status-text"); !strings.HasPrefix(got, "Done in ") || strings.Contains(got, "exit status") {
			t.Errorf("%s: %q", example, got)
		}
		if n := eval[int](b, `document.querySelectorAll('#frames tbody tr').length`); n == 0 {
			t.Errorf("%s: the frame table is empty", example)
		}
	}
	for example, want := range map[string]string{
		"deep":      "  50,000 calls deep\n",
		"oversized": "40,000 arguments, 625 KB of frame\n",
		"generator": "recursive: 17,997,000\ngenerator: 17,997,000\n",
		"mutual":    "10,000 is even\n",
		"parser":    "nested 3000 deep    14756\n",
		"fibers":    "round 5: 1200\n",
	} {
		run(example)
		if got := b.text("#output"); !strings.Contains(got, want) {
			t.Errorf("%s prints %q", example, got)
		}
	}
	run("oscillation")
	if got := counter(b, "stack_extensions"); got != "2,001" {
		t.Errorf("oscillation: %s stack extensions, want 2,001", got)
	}
	b.shot("core-oscillation")
	same(b, "../examples/oscillation.php")

	b.choose("example", "fragmented")
	b.click("#compare")
	b.finished()
	if got := b.text("#verdict"); !strings.Contains(got, "times as fast") {
		t.Errorf("verdict %q", got)
	}
	b.shot("core-compare")

	b.choose("example", "endless")
	b.click("#run")
	b.until(`document.getElementById('output').textContent.includes('tide 500')`)
	b.shot("core-endless")
	b.click("#stop")
	b.finished()

	b.program("<?php while (true) {}")
	b.click("#run")
	b.until(`document.getElementById('status-text').textContent.startsWith('Running')`)
	b.click("#stop")
	b.finished()

	b.program("<?php function f() { f(); } f();")
	b.click("#run")
	b.finished()
	if got := b.text("#output"); !strings.Contains(got, "Allowed memory size of 134217728 bytes exhausted") {
		t.Errorf("endless recursion prints %q", got)
	}

	// A browser's own stack holds few frames of WebAssembly: these recurse through
	// the engine, or nest deeply.
	for _, name := range corpus.Names("hostile") {
		if !strings.HasPrefix(name, "recursion_") && !strings.HasPrefix(name, "nested_") && !strings.HasPrefix(name, "deep_") && !strings.HasPrefix(name, "long_c") {
			continue
		}
		source := corpus.Source("hostile", name)
		b.program(string(source))
		b.click("#run")
		b.finished()
		status, exit := b.text("#status-text"), 0
		if _, n, ok := strings.Cut(status, "exit status "); ok {
			exit, _ = strconv.Atoi(n)
		}
		if !strings.HasPrefix(status, "Done in ") {
			t.Errorf("%s: %q", name, status)
			continue
		}
		if miss := corpus.Expect(source).Check(exit, []byte(b.text("#output"))); miss != "" {
			out := b.text("#output")
			t.Errorf("%s: %s; %d bytes that end with %q", name, miss, len(out), out[max(0, len(out)-300):])
		}
	}
}

// same compares the counters that the page shows with those of a run without a
// browser.
func same(b *tab, file string) {
	b.t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		b.t.Fatal(err)
	}
	rec := trace.New(trace.Options{})
	res := core.New(core.Config{Out: io.Discard, Trace: rec, Watch: true}).Run(core.Script{Path: "/script.php", Source: source})
	raw, err := json.Marshal(report.FromRun(res.Stack, rec))
	if err != nil {
		b.t.Fatal(err)
	}
	var want map[string]any
	if err := json.Unmarshal(raw, &want); err != nil {
		b.t.Fatal(err)
	}
	for key, n := range want {
		if n, is := n.(float64); is {
			if got := strings.ReplaceAll(counter(b, key), ",", ""); got != strconv.FormatFloat(n, 'f', -1, 64) {
				b.t.Errorf("%s is %s on the page, %v elsewhere", key, got, n)
			}
		}
	}
}
