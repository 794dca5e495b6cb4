package e2e

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ebb-vm/ebb/playground/build"
	"github.com/ebb-vm/ebb/playground/serve"
)

// The worker hosts a real WebAssembly module: records, names, states, output,
// traps, and an endless loop inside WebAssembly that Stop ends.
func TestProtocol(t *testing.T) {
	ready(t)
	dir := t.TempDir()
	wasm := filepath.Join(dir, "guest.wasm")
	cmd := exec.Command("go", "build", "-buildmode=c-shared", "-ldflags=-s -w", "-o", wasm, "./testdata/guest")
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
	defer srv.Close()

	b := openAt(t, desktop, srv.URL, "/")
	b.choose("set-page", "65536")
	b.click("#run")
	b.finished()
	if got := b.text("#output"); got != "page size 64K\nthrough WASI\n" {
		t.Errorf("output %q", got)
	}
	if got := b.text("#status-text"); !strings.HasSuffix(got, "exit status 3") {
		t.Errorf("status %q", got)
	}
	if got := counter(b, "peak_depth"); got != "100" {
		t.Errorf("peak depth %q", got)
	}
	eval[bool](b, `(() => { const p = document.getElementById('position'); p.value = p.max; p.dispatchEvent(new Event('input')); return true })()`)
	if got := b.text("#moment"); !strings.Contains(got, "event 105 of 105 · the program ends") {
		t.Errorf("moment %q", got)
	}
	b.click("#step-back")
	if got := b.text("#moment"); !strings.Contains(got, "page given back to the heap in tide, line 2") {
		t.Errorf("moment %q", got)
	}
	b.click("#step-back")
	if got := b.text("#moment"); !strings.Contains(got, "a page of 768 KB taken from the heap in tide, line 2") {
		t.Errorf("moment %q", got)
	}
	b.until(`document.getElementById('stack-canvas').getAttribute('aria-label').includes('2 pages, 100 frames deep')`)

	b.program("<?php endless")
	b.click("#run")
	b.until(`document.getElementById('status-text').textContent.startsWith('Running')`)
	b.click("#stop")
	b.finished()
	if got := b.text("#status-text"); !strings.HasPrefix(got, "Stopped") {
		t.Errorf("status %q", got)
	}

	b.program("<?php trap")
	b.click("#run")
	b.finished()
	if got := b.text("#status-text"); !strings.HasPrefix(got, "The engine stopped") {
		t.Errorf("status %q", got)
	}

	b.program("<?php")
	b.click("#run")
	b.finished()
	if got := counter(b, "oversized_pages"); got != "1" {
		t.Errorf("after Stop and a trap, a run counts %q oversized pages", got)
	}
}
