package interp_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/ebb-vm/ebb/core"
)

// Stack extensions of one descent, counted with a debugger on PHP 8.2: the
// frames come from the compiler, the pages from the stack, the calls from the
// loop, so the figures hold only if all three are right.
func TestExtensionsAsPHP(t *testing.T) {
	for _, c := range []struct {
		fn    string
		depth int
		want  uint64
	}{
		{"a", 1500, 0}, {"a", 1700, 0}, {"a", 1820, 1}, {"a", 3276, 1}, {"a", 4500, 2}, {"a", 6000, 3}, {"a", 9000, 4},
		{"b", 1500, 0}, {"b", 1637, 1}, {"b", 1820, 1}, {"b", 2400, 1}, {"b", 3276, 2}, {"b", 6000, 3}, {"b", 9000, 5},
	} {
		src := fmt.Sprintf(`<?php
function a($n) { if ($n > 0) { a($n - 1); } }
function b($n) { if ($n > 0) { return b($n - 1) + 1; } return 0; }
%s(%d);`, c.fn, c.depth)
		r := core.New(core.Config{Out: io.Discard}).Run(core.Script{Path: "x", Source: []byte(src)})
		if r.Stack.Extensions != c.want {
			t.Errorf("%s(%d): %d extensions, want %d", c.fn, c.depth, r.Stack.Extensions, c.want)
		}
		if r.LiveBlocks != 0 {
			t.Errorf("%s(%d): %d blocks left", c.fn, c.depth, r.LiveBlocks)
		}
	}
}

// An oscillation across page boundaries takes its pages from the cache, or
// from the heap each time when there is none.
func TestOscillation(t *testing.T) {
	const src = `<?php
function a($n) { if ($n > 0) { a($n - 1); } }
for ($i = 0; $i < 20; $i++) { a(9000); }`
	for _, c := range []struct {
		cache           string
		heap, fromCache uint64
	}{{"32", 5, 76}, {"0", 81, 0}, {"2", 4 + 1 + 19*2, 38}} {
		r := core.New(core.Config{Out: io.Discard, Ini: map[string]string{"ebb.vm_stack_page_cache": c.cache}}).Run(core.Script{Path: "x", Source: []byte(src)})
		if n := r.Stack; n.PagesFromHeap != c.heap || n.PagesFromCache != c.fromCache {
			t.Errorf("cache %s: %d pages from the heap, %d from the cache; want %d and %d", c.cache, n.PagesFromHeap, n.PagesFromCache, c.heap, c.fromCache)
		}
	}
}

// Recursion is bounded by memory_limit alone and ends in PHP's words.
func TestDeepRecursion(t *testing.T) {
	var out bytes.Buffer
	r := core.New(core.Config{Out: &out, Ini: map[string]string{"memory_limit": "16M", "fatal_error_backtraces": "0"}}).Run(core.Script{Path: "/x.php", Source: []byte(`<?php
function f($n) { return f($n + 1) + 1; }
f(0);`)})
	if got := out.String(); r.ExitCode != 255 || !strings.Contains(got, "Fatal error: Allowed memory size of 16777216 bytes exhausted") {
		t.Errorf("exit %d, %q", r.ExitCode, got)
	}
}
