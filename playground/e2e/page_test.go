package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func counter(b *tab, key string) string {
	b.t.Helper()
	return b.text(fmt.Sprintf(`[data-counter=%s] b`, key))
}

func TestRun(t *testing.T) {
	b := open(t, desktop, "/")
	b.click("#run")
	b.finished()
	if got := b.text("#status-text"); !strings.HasPrefix(got, "Done in ") {
		t.Errorf("status %q", got)
	}
	if got := b.text("#output"); !strings.Contains(got, "done") {
		t.Errorf("output %q", got)
	}
	for key, want := range map[string]string{"stack_extensions": "2,001", "pages_from_heap": "3", "pages_from_cache": "1,999", "peak_depth": "2,224"} {
		if got := counter(b, key); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
	if n := eval[int](b, `document.querySelectorAll('#frames tbody tr').length`); n != 3 {
		t.Errorf("%d rows in the frame table", n)
	}
	if n := eval[int](b, `document.querySelectorAll('#sites tbody tr').length`); n == 0 {
		t.Error("no places listed")
	}
	if n := eval[int](b, `document.querySelectorAll('.cm-editor .heat').length`); n < 2 {
		t.Error("no marks in the margin")
	}
	// The replay of a short run starts by itself and can be stepped.
	b.until(`document.getElementById('play').dataset.state === 'pause'`)
	b.click("#play")
	b.click("#step-forward")
	if got := b.text("#moment"); !strings.Contains(got, "page ") {
		t.Errorf("moment %q", got)
	}
	before := b.text("#moment")
	b.click("#step-forward")
	b.click("#step-back")
	if got := b.text("#moment"); got != before {
		t.Errorf("a step forward and back leads from %q to %q", before, got)
	}
}

func TestSeveralRunsInARow(t *testing.T) {
	b := open(t, desktop, "/")
	for _, example := range []string{"deep", "oversized", "fibers", "oscillation"} {
		b.choose("example", example)
		b.click("#run")
		b.finished()
		if got := b.text("#status-text"); !strings.HasPrefix(got, "Done in ") {
			t.Errorf("%s: %q", example, got)
		}
	}
}

// An endless loop leaves the page alive, is stopped by Stop, and the next run works.
func TestStop(t *testing.T) {
	b := open(t, desktop, "/")
	b.choose("example", "endless")
	b.click("#run")
	b.until(`document.getElementById('output').textContent.includes('tide')`)
	frames := eval[int](b, `new Promise(done => { let n = 0; const end = performance.now() + 1000;
		const f = () => { n++; performance.now() < end ? requestAnimationFrame(f) : done(n) }; requestAnimationFrame(f) })`)
	t.Logf("%d frames in a second beside an endless loop", frames)
	if frames < 2 {
		t.Errorf("the page drew %d frames in a second", frames)
	}
	ms := eval[float64](b, `(() => { const t = performance.now(); document.getElementById('stop').click(); return new Promise(r => {
		const f = () => document.body.classList.contains('running') ? setTimeout(f, 0) : r(performance.now() - t); f() }) })()`)
	t.Logf("stopped after %.1f ms", ms)
	if ms > 500 {
		t.Errorf("Stop took %.0f ms", ms)
	}
	if got := b.text("#status-text"); !strings.HasPrefix(got, "Stopped") {
		t.Errorf("status %q", got)
	}
	b.choose("example", "oscillation")
	b.click("#run")
	b.finished()
	if got := counter(b, "stack_extensions"); got != "2,001" {
		t.Errorf("after Stop, a run gives %q extensions", got)
	}
}

// A flood of output neither stops the page nor fills it.
func TestOutputIsBounded(t *testing.T) {
	b := open(t, desktop, "/")
	b.program("<?php while (true) echo \"x\"; ")
	b.click("#run")
	b.until(`document.getElementById('output-note').textContent.includes('more were printed')`)
	b.click("#stop")
	b.finished()
	if n := eval[int](b, `document.getElementById('output').textContent.length`); n > 210_000 {
		t.Errorf("%d characters of output are kept", n)
	}
}

func TestCompare(t *testing.T) {
	b := open(t, desktop, "/")
	b.choose("example", "fragmented")
	b.click("#compare")
	b.finished()
	cells := eval[map[string][]string](b, `Object.fromEntries([...document.querySelectorAll('#counters tr[data-counter]')].map(r => [r.dataset.counter, [...r.querySelectorAll('td')].map(d => d.textContent)]))`)
	for key, want := range map[string][2]string{"pages_from_heap": {"2,002", "3"}, "pages_from_cache": {"0", "1,999"}, "pages_to_heap": {"2,001", "0"}} {
		if got := cells[key]; len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
	if got := b.text("#verdict"); !strings.Contains(got, "3 pages instead of 2,002") {
		t.Errorf("verdict %q", got)
	}
	if n := eval[int](b, `document.querySelectorAll('.chart-column').length`); n != 2 {
		t.Errorf("%d timelines", n)
	}
	b.click(`label[for="run-0"]`)
	b.until(`document.getElementById('cache-caption').textContent === 'off'`)
	b.click(`label[for="run-1"]`)
	b.until(`document.getElementById('cache-caption').textContent.endsWith('of 32')`)
}

// A link carries program and settings to a page that knows nothing of them.
func TestLink(t *testing.T) {
	b := open(t, desktop, "/")
	src := "<?php\n// naïve ✓ \"quotes\"\necho 1 + 1;\n"
	b.program(src)
	b.choose("set-page", "65536")
	b.choose("set-cache", "5")
	b.choose("set-memory", "512M")
	b.choose("set-optimizer", "true")
	b.choose("set-fragment", "true")
	b.choose("set-blocks", "1234")
	b.choose("set-size", "777")
	b.until(`location.hash.length > 20`)
	eval[bool](b, `new Promise(r => setTimeout(() => r(true), 600))`)
	hash := eval[string](b, `location.hash`)

	state := func(b *tab) string {
		return eval[string](b, `JSON.stringify([[...document.querySelectorAll('.cm-line')].map(l => l.textContent).join('\n'),
			...['page','cache','memory','blocks','size'].map(k => document.getElementById('set-' + k).value),
			document.getElementById('set-optimizer').checked, document.getElementById('set-fragment').checked])`)
	}
	c := open(t, desktop, "/"+hash)
	if want, got := state(b), state(c); got != want {
		t.Errorf("the link gives\n%s, want\n%s", got, want)
	}
	var v []any
	json.Unmarshal([]byte(state(c)), &v)
	if v[1] != "65536" || v[2] != "5" || v[7] != true {
		t.Errorf("settings %v", v)
	}
	if eval[bool](c, `document.body.classList.contains('running')`) {
		t.Error("a link must not run its program by itself")
	}
	// A damaged link is a page with the first example.
	d := open(t, desktop, "/#AAAA")
	if got := d.text(".cm-content"); !strings.Contains(got, "function dive") {
		t.Errorf("after a damaged link: %q", got)
	}
}

func TestWildSettingsAreTamed(t *testing.T) {
	b := open(t, desktop, "/")
	for _, c := range []struct{ id, set, want string }{
		{"set-cache", "-5", "0"}, {"set-cache", "99999", "1024"}, {"set-cache", "", "32"}, {"set-blocks", "1e9", "200000"}, {"set-size", "0", "16"},
	} {
		b.choose(c.id, c.set)
		if got := eval[string](b, fmt.Sprintf(`document.getElementById(%q).value`, c.id)); got != c.want {
			t.Errorf("%s set to %q is %q, want %q", c.id, c.set, got, c.want)
		}
	}
}

func TestKeyboard(t *testing.T) {
	b := open(t, desktop, "/")
	key := func(k string, m ...chromedp.Modifier) { b.do(chromedp.KeyEvent(k, chromedp.KeyModifiers(m...))) }
	// Everything is reached by Tab, and each stop has a name.
	seen := map[string]bool{}
	for range 60 {
		key(kb.Tab)
		at := eval[string](b, `(() => { const e = document.activeElement; return e === document.body ? '' : e.id || e.className || e.tagName })()`)
		if at == "cm-content" || strings.Contains(at, "cm-content") {
			key(kb.Escape) // as the editor's description says
			at = "editor-content"
		}
		if at == "" && len(seen) > 5 {
			break
		}
		seen[at] = true
	}
	for _, id := range []string{"share", "theme", "example", "editor-content", "run", "compare", "output", "stack-canvas", "heap-canvas", "counters"} {
		if !seen[id] {
			t.Errorf("Tab does not reach %s; it reached %v", id, seen)
		}
	}
	b.do(chromedp.Focus(chromedp.CSS(".cm-content")))
	key(kb.Enter, kb.ModifierCtrl)
	b.finished()
	if got := counter(b, "stack_extensions"); got != "2,001" {
		t.Errorf("Ctrl+Enter ran nothing: %q", got)
	}
	b.choose("example", "endless")
	b.do(chromedp.Focus(chromedp.CSS("#run")))
	key(kb.Enter)
	b.until(`document.activeElement.id === 'stop'`)
	b.until(`document.getElementById('output').textContent.includes('tide')`)
	key(kb.Enter)
	b.finished()
	if got := eval[string](b, `document.activeElement.id`); got != "run" {
		t.Errorf("after Stop the focus is on %q", got)
	}
	b.do(chromedp.Focus(chromedp.CSS("#stack-canvas")))
	key(kb.ArrowRight)
	b.until(`document.getElementById('explored').textContent.startsWith('Page 1')`)
	b.do(chromedp.Focus(chromedp.CSS("#heap-canvas")))
	key(kb.End)
	b.until(`document.getElementById('explored').textContent.startsWith('Chunk')`)
	b.do(chromedp.Focus(chromedp.CSS("#position")))
	key(kb.Home)
	b.until(`document.getElementById('position').getAttribute('aria-valuetext').length > 3`)
}
