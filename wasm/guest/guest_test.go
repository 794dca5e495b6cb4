package guest

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/ebb-vm/ebb/core/trace"
)

// recorded is what an embedder sees of a run.
type recorded struct {
	out, errs bytes.Buffer
	names     map[uint32]string
	records   []byte
	states    []state
	unnamed   int
}

type state struct {
	Time      int64
	Depth     int
	Pages     []struct{ Addr, Bytes, Used int64 }
	Cached    int
	Chunks    [][2]any
	Counters  map[string]int64
	Top       [][3]int
	Final     bool
	Exit      int
	Functions []struct {
		Name                          string
		Line, Args, Vars, Tmps, Slots int
		Bytes                         int
		FramesPerPage                 int `json:"frames_per_page"`
	}
	Sites []struct {
		Func, Op         string
		Line, Extensions int
	}
	MemoryPeak int64 `json:"memory_peak"`
}

func runGuest(t *testing.T, req any) (int, *recorded) {
	t.Helper()
	r := &recorded{names: map[uint32]string{}}
	g := New(Home{
		Stdout: &r.out, Stderr: &r.errs, Stdin: strings.NewReader("typed\n"),
		Env:  func() []string { return []string{"WHO=guest"} },
		Name: func(i uint32, s string) { r.names[i] = s },
		Flush: func(b []byte, n int) {
			if len(b) != n*trace.RecordSize {
				t.Errorf("%d bytes for %d records", len(b), n)
			}
			for i := range n {
				if _, ok := r.names[binary.LittleEndian.Uint32(b[i*trace.RecordSize+24:])]; !ok {
					r.unnamed++
				}
			}
			r.records = append(r.records, b...)
		},
		State: func(b []byte) {
			var s state
			if err := json.Unmarshal(b, &s); err != nil {
				t.Errorf("%v: %.300s", err, b)
			}
			r.states = append(r.states, s)
		},
	})
	raw, err := json.Marshal(req)
	if err != nil {
		t.Fatal(err)
	}
	copy(g.Buffer(len(raw)), raw)
	return g.Run(g.input), r
}

type object1 = map[string]any

func TestRunAndReport(t *testing.T) {
	status, r := runGuest(t, object1{
		"source": "<?php function a($n) { if ($n > 0) { a($n - 1); } }\nclass C { function m() { return 1; } }\na(9000); echo getenv('WHO'), $argv[1]; exit(4);",
		"args":   []string{"x"}, "ini": object1{"memory_limit": "64M"}, "trace": true, "stream": true,
	})
	if status != 4 || r.out.String() != "guestx" || r.errs.Len() != 0 {
		t.Fatalf("%d %q %q", status, r.out.String(), r.errs.String())
	}
	if r.unnamed != 0 {
		t.Errorf("%d records come before their name", r.unnamed)
	}
	if len(r.states) < 2 {
		t.Fatalf("%d states", len(r.states))
	}
	first, last := r.states[0], r.states[len(r.states)-1]
	if first.Final || len(first.Pages) != 1 || len(first.Chunks) != 1 || first.Counters["pages_from_heap"] != 1 {
		t.Errorf("first state %+v", first)
	}
	if !last.Final || last.Exit != 4 || last.MemoryPeak < 1<<20 || last.Counters["stack_extensions"] != 4 || last.Counters["peak_depth"] != 9002 || last.Cached != 4 {
		t.Errorf("last state %+v", last)
	}
	cells := first.Chunks[0][1].(string)
	if len(cells) != 512 || cells[0] != '5' || strings.Count(cells, "3") != 64 {
		t.Errorf("cells %s", cells)
	}
	if last, _ := last.Chunks[0][1].(string); strings.Count(last, "3") != 64 || strings.Count(last, "4") != 4*64 {
		t.Errorf("cells %s", last)
	}
	want := map[string][2]int{"{main}": {5 + 0 + 0, 1}, "a": {9, 1820}, "C::m": {0, 0}}
	for _, f := range last.Functions {
		w, ok := want[f.Name]
		if !ok || f.Slots != 5+f.Vars+f.Tmps || f.Bytes != 16*f.Slots || f.FramesPerPage != 16382/f.Slots || f.Name == "a" && (f.Slots != w[0] || f.FramesPerPage != w[1] || f.Args != 1) {
			t.Errorf("function %+v", f)
		}
		delete(want, f.Name)
	}
	if len(want) != 0 {
		t.Errorf("missing in the frame table: %v", want)
	}
	if len(last.Sites) != 1 || last.Sites[0].Func != "a" || last.Sites[0].Extensions != 4 || last.Sites[0].Op == "" {
		t.Errorf("sites %+v", last.Sites)
	}
	kind := r.records[len(r.records)-trace.RecordSize+16]
	if trace.Kind(kind) != trace.RunEnd {
		t.Errorf("the last record is %v", trace.Kind(kind))
	}
}

func TestUntraced(t *testing.T) {
	_, r := runGuest(t, object1{"source": "base64:" + base64.StdEncoding.EncodeToString([]byte("<?php echo \"\xff\";"))})
	if r.out.String() != "\xff" || len(r.records) != 0 || len(r.names) != 0 || len(r.states) != 1 || !r.states[0].Final {
		t.Errorf("%+v", r)
	}
}

func TestPrefragment(t *testing.T) {
	status, r := runGuest(t, object1{
		"source": "<?php function a($n) { if ($n > 0) { a($n - 1); } } a(3000); echo 'ok';", "ini": object1{"memory_limit": "4M"},
		"prefragment": object1{"blocks": 2000, "size": 5500}, "trace": true, "stream": true,
	})
	last := r.states[len(r.states)-1]
	if status != 0 || r.out.String() != "ok" || len(r.states[0].Chunks) < 8 || last.Counters["page_searches"] > 200 {
		t.Errorf("%d %q, %d chunks, %+v", status, r.out.String(), len(r.states[0].Chunks), last.Counters)
	}
	holes := strings.Count(r.states[0].Chunks[3][1].(string), "2200")
	if holes < 120 {
		t.Errorf("%d holes in a chunk", holes)
	}
}

func TestBadRequests(t *testing.T) {
	for _, raw := range []string{"", "{", "[]", `{"source": 3}`, `{"source": "base64:%%"}`, `{"source": "", "files": {"/a": "base64:%%"}}`} {
		var errs bytes.Buffer
		if status := New(Home{Stderr: &errs}).Run([]byte(raw)); status != 255 || !strings.HasPrefix(errs.String(), "ebb: ") {
			t.Errorf("%q: %d %q", raw, status, errs.String())
		}
	}
}

// The interrupt word stops a program and stays where it is.
func TestInterrupt(t *testing.T) {
	var out bytes.Buffer
	g := New(Home{Stdout: &out})
	word := g.InterruptAddress()
	raw := []byte(`{"source": "<?php register_shutdown_function(function () { echo 'never'; }); while (true);"}`)
	done := make(chan int)
	go func() { done <- g.Run(raw) }()
	deadline := time.After(20 * time.Second)
	for {
		select {
		case status := <-done:
			if status != 255 || !strings.Contains(out.String(), "Execution was cancelled") || strings.Contains(out.String(), "never") {
				t.Errorf("%d %q", status, out.String())
			}
			if g.InterruptAddress() != word {
				t.Error("the word has moved")
			}
			return
		case <-time.After(10 * time.Millisecond):
			g.ctx.poke(2)
		case <-deadline:
			t.Fatal("not stopped")
		}
	}
}

func TestOverlay(t *testing.T) {
	now := time.Unix(1e9, 0)
	o := newOverlay(noFiles{}, map[string]string{"/lib/a.php": "A", "/lib/sub/b.php": "BB", "/main.php": "M"}, now)
	names := func(dir string) string {
		list, err := o.ReadDir(dir)
		var s []string
		for _, e := range list {
			n := e.Name()
			if e.IsDir() {
				n += "/"
			}
			s = append(s, n)
		}
		if err != nil {
			return err.Error()
		}
		return strings.Join(s, " ")
	}
	if got := names("/") + "|" + names("/lib") + "|" + names("/lib/sub"); got != "lib/ main.php|a.php sub/|b.php" {
		t.Error(got)
	}
	f, err := o.OpenFile("/lib/./a.php", 2, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.Seek(3, 0)
	f.Write([]byte("xyz"))
	f.Seek(0, 0)
	b := make([]byte, 10)
	n, _ := f.Read(b)
	if string(b[:n]) != "A\x00\x00xyz" {
		t.Errorf("%q", b[:n])
	}
	if st, err := o.Stat("/lib/sub"); err != nil || !st.IsDir() || st.Name() != "sub" {
		t.Error(st, err)
	}
	if o.Remove("/lib") == nil || o.Mkdir("/lib/sub", 0o755) == nil || o.Rename("/lib", "/x") == nil {
		t.Error("a directory of the overlay was changed as a whole")
	}
	if o.Rename("/main.php", "/lib/main.php") != nil || o.Remove("/lib/a.php") != nil || names("/lib") != "main.php sub/" {
		t.Error(names("/lib"))
	}
	if _, err := o.OpenFile("/lib/new", 0x41, 0o600); err != nil {
		t.Error(err)
	}
	if _, err := o.OpenFile("/elsewhere/new", 0x41, 0o600); err == nil {
		t.Error("a file was made where there is no directory")
	}
	if p, err := o.RealPath("/lib/sub/../new"); err != nil || p != "/lib/new" {
		t.Error(p, err)
	}
}

// A file's name outlives the bytes by which the program called it.
func TestOverlayCopiesNames(t *testing.T) {
	o := newOverlay(noFiles{}, map[string]string{"/dir/a": "x"}, time.Now())
	name := []byte("/dir/new")
	f, err := o.OpenFile(alias(name), os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	copy(name, "/dir/???")
	if _, err := o.Stat("/dir/new"); err != nil {
		t.Error(err)
	}
}

func TestJSONText(t *testing.T) {
	for _, s := range []string{"", `a"b\c`, "\n\x00\x1f", "é\u2028", "\xff\xc3"} {
		var back string
		if err := json.Unmarshal(appendJSON(nil, s), &back); err != nil || back != strings.ToValidUTF8(strings.ReplaceAll(s, "\xff\xc3", "\xff.\xc3"), "\uFFFD") && s != "\xff\xc3" {
			t.Errorf("%q: %q %v", s, back, err)
		}
	}
}
