package wasm_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/ebb-vm/ebb/core"
	"github.com/ebb-vm/ebb/core/report"
	"github.com/ebb-vm/ebb/core/trace"
	"github.com/ebb-vm/ebb/wasm"
)

// The two functions whose stack extensions were counted on PHP itself, and the
// counts, by depth of the descent.
const (
	functionA = "<?php function a($n) { if ($n > 0) { a($n - 1); } } a(%d);"
	functionB = "<?php function b($n) { if ($n > 0) { return b($n - 1) + 1; } return 0; } b(%d);"
)

var extensions = []struct {
	source string
	depth  int
	want   int64
}{
	{functionA, 1500, 0}, {functionA, 1637, 0}, {functionA, 1638, 0}, {functionA, 1700, 0}, {functionA, 1820, 1},
	{functionA, 1900, 1}, {functionA, 2000, 1}, {functionA, 2100, 1}, {functionA, 2340, 1}, {functionA, 2400, 1},
	{functionA, 3000, 1}, {functionA, 3276, 1}, {functionA, 3300, 1}, {functionA, 4500, 2}, {functionA, 6000, 3}, {functionA, 9000, 4},
	{functionB, 1500, 0}, {functionB, 1637, 1}, {functionB, 1638, 1}, {functionB, 1700, 1}, {functionB, 1820, 1},
	{functionB, 1900, 1}, {functionB, 2000, 1}, {functionB, 2100, 1}, {functionB, 2340, 1}, {functionB, 2400, 1},
	{functionB, 3000, 1}, {functionB, 3276, 2}, {functionB, 3300, 2}, {functionB, 4500, 2}, {functionB, 6000, 3}, {functionB, 9000, 5},
}

// native runs a program in this process, recording, and returns its report, its
// output and its events in this package's form.
func native(t testing.TB, path, source string, ini map[string]string, args ...string) (report.Pages, []byte, []wasm.Event) {
	t.Helper()
	var out bytes.Buffer
	var raw []trace.Record
	rec := trace.New(trace.Options{Ring: 1024, Sink: func(r []trace.Record) { raw = append(raw, r...) }})
	res := core.New(core.Config{Out: &out, Trace: rec, Watch: true, Ini: ini}).Run(core.Script{Path: path, Source: []byte(source), Args: args})
	events := make([]wasm.Event, len(raw))
	for i, r := range raw {
		events[i] = wasm.Event{Seq: r.Seq, Time: r.Time, Kind: wasm.EventKind(r.Kind), Op: r.Op, Flags: uint16(r.Flags),
			Line: r.Line, Func: rec.FuncName(r.Func), Depth: r.Depth, A: r.A, B: r.B}
	}
	return report.FromRun(res.Stack, rec), out.Bytes(), events
}

// plain makes events of two runs comparable: times, addresses and the samples of
// the depth, which come with the clock, go.
func plain(events []wasm.Event) []string {
	var out []string
	for _, e := range events {
		if e.Kind == wasm.DepthSample {
			continue
		}
		a := e.A
		if e.Kind != wasm.ScanChunks && e.Kind != wasm.RunEnd {
			a = 0
		}
		out = append(out, fmt.Sprint(e.Kind, e.Op, e.Flags, e.Line, e.Func, e.Depth, a, e.B))
	}
	return out
}

// traced runs a program under wazero with everything recorded.
func traced(t testing.TB, s wasm.Script) (*wasm.Result, []wasm.Event) {
	t.Helper()
	var events []wasm.Event
	s.Trace, s.Events = true, func(e []wasm.Event) { events = append(events, e...) }
	res := run(t, s)
	if res.Pages == nil {
		t.Fatal("no report")
	}
	return res, events
}

// same compares a run under wazero with the native one.
func same(t *testing.T, what string, res *wasm.Result, events []wasm.Event, want report.Pages, out []byte, wantEvents []wasm.Event) {
	t.Helper()
	if !bytes.Equal(res.Stdout, out) {
		t.Errorf("%s prints %.300q, natively %.300q", what, res.Stdout, out)
	}
	got := *res.Pages
	a, _ := json.Marshal([]int64{got.StackExtensions, got.PagesFromHeap, got.PagesFromCache, got.PagesToHeap, got.PagesToCache, got.OversizedPages, got.PeakPages, got.PeakDepth, got.ChunksScanned})
	b, _ := json.Marshal([]uint64{want.StackExtensions, want.PagesFromHeap, want.PagesFromCache, want.PagesToHeap, want.PagesToCache, want.OversizedPages, want.PeakPages, want.PeakDepth, want.ChunksScanned})
	if !bytes.Equal(a, b) {
		t.Errorf("%s: counters %s, natively %s", what, a, b)
	}
	p, q := plain(events), plain(wantEvents)
	for i := range min(len(p), len(q)) {
		if p[i] != q[i] {
			t.Errorf("%s: event %d is %s, natively %s", what, i, p[i], q[i])
			return
		}
	}
	if len(p) != len(q) {
		t.Errorf("%s: %d events, natively %d", what, len(p), len(q))
	}
}

func TestExtensionsAreThoseOfPHP(t *testing.T) {
	for _, c := range extensions {
		source := fmt.Sprintf(c.source, c.depth)
		what := source[15:16] + fmt.Sprint(c.depth)
		res, events := traced(t, wasm.Script{Source: []byte(source)})
		if res.Pages.StackExtensions != c.want {
			t.Errorf("%s: %d stack extensions, PHP makes %d", what, res.Pages.StackExtensions, c.want)
		}
		want, out, wantEvents := native(t, "/script.php", source, nil)
		same(t, what, res, events, want, out, wantEvents)
	}
}

// oscillation reads the playground's example that crosses a page boundary two
// thousand times.
func oscillation(t testing.TB) string {
	t.Helper()
	source, err := os.ReadFile("../playground/examples/oscillation.php")
	if err != nil {
		t.Fatal(err)
	}
	text, _, _ := strings.Cut(string(source), "printf(") // which prints how long it took
	return text
}

func TestTraceOfOscillation(t *testing.T) {
	source := oscillation(t)
	for _, cache := range []string{"32", "0"} {
		ini := map[string]string{"ebb.vm_stack_page_cache": cache}
		want, out, wantEvents := native(t, "/script.php", source, ini)
		res, events := traced(t, wasm.Script{Source: []byte(source), Ini: ini})
		same(t, "oscillation with cache "+cache, res, events, want, out, wantEvents)
		if res.Pages.StackExtensions != 2001 || len(res.Pages.Sites) == 0 || len(res.Pages.Sites) != len(want.Sites) {
			t.Fatalf("%+v", res.Pages)
		}
		for i, s := range want.Sites {
			if g := res.Pages.Sites[i]; g.Func != s.Function || g.Line != int(s.Line) || g.Op != s.Opcode || g.Extensions != int64(s.Count) {
				t.Errorf("site %+v, natively %+v", g, s)
			}
		}
		if n := len(events); n == 0 || events[n-1].Kind != wasm.RunEnd {
			t.Error("the last event is not the end of the run")
		}
		seq := uint64(0)
		for _, e := range events {
			if e.Seq != seq+1 {
				t.Fatalf("event %d comes after %d", e.Seq, seq)
			}
			seq = e.Seq
			if e.Kind == wasm.EdgePush && e.Func == "" {
				t.Fatalf("an event without a function: %+v", e)
			}
		}
	}
}

// Without Events the counters still come, and without Trace nothing does.
func TestCountersOnly(t *testing.T) {
	source := fmt.Sprintf(functionA, 9000)
	res := run(t, wasm.Script{Source: []byte(source), Trace: true})
	if res.Pages == nil || res.Pages.StackExtensions != 4 || res.Pages.PeakDepth < 9000 || len(res.Pages.Sites) != 1 {
		t.Errorf("%+v", res.Pages)
	}
	res = run(t, wasm.Script{Source: []byte(source), Events: func([]wasm.Event) { t.Error("an event without Trace") }})
	if res.Pages != nil {
		t.Errorf("%+v", res.Pages)
	}
}

func TestOscillationTakes(t *testing.T) {
	source := oscillation(t)
	start := time.Now()
	core.New(core.Config{Out: io.Discard}).Run(core.Script{Path: "/script.php", Source: []byte(source)})
	nativeTime := time.Since(start)
	res := run(t, wasm.Script{Source: []byte(source)})
	t.Logf("2,000 oscillations: %v under wazero, %v natively, %.1f times", res.Duration, nativeTime, float64(res.Duration)/float64(nativeTime))
}
