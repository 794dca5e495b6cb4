package report

import (
	"encoding/json"
	"testing"

	"github.com/ebb-vm/ebb/core/trace"
	"github.com/ebb-vm/ebb/core/vmstack"
)

// The keys and their order are an interface.
func TestKeys(t *testing.T) {
	rec := trace.New(trace.Options{})
	rec.EventAt(trace.Site{}, trace.PageTake, trace.FromHeap, 1, 262144)
	at := trace.Site{Func: rec.Name("a"), Line: 3, Op: 61, Depth: 1820}
	rec.EventAt(at, trace.PageTake, trace.FromHeap, 2, 262144)
	rec.EventAt(at, trace.PageTake, trace.FromCache, 2, 262144)
	got, err := json.Marshal(FromRun(vmstack.Counters{Extensions: 2, PagesFromHeap: 1, Oversized: 1, PagesFromCache: 1, OversizedGiven: 1, PeakPages: 2, PeakDepth: 9, Scanned: 7}, rec))
	want := `{"stack_extensions":2,"pages_from_heap":2,"pages_from_cache":1,"pages_to_heap":1,"pages_to_cache":0,"oversized_pages":1,` +
		`"peak_pages":2,"peak_depth":1820,"chunks_scanned":7,"sites":[{"function":"a","line":3,"opcode":"INIT_FCALL","count":2}]}`
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s\n%s", err, got, want)
	}
	if s := FromRun(vmstack.Counters{PagesFromHeap: 2, Scanned: 5}, nil).ScansPerPage(); s != 2.5 {
		t.Error(s)
	}
}
