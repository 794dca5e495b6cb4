package trace

import (
	"encoding/binary"
	"fmt"
	"testing"
)

func testClock() func() int64 {
	t := int64(0)
	return func() int64 { t += 10; return t }
}

func TestRingKeepsTheNewest(t *testing.T) {
	r := New(Options{Ring: 8, Clock: testClock()})
	for i := range 20 {
		r.Event(PageTake, FromHeap, uint64(i), 262144)
	}
	recs := r.Records()
	if len(recs) != 8 {
		t.Fatalf("ring holds %d records, want 8", len(recs))
	}
	for i, rec := range recs {
		if rec.Seq != uint64(13+i) || rec.A != uint64(12+i) {
			t.Errorf("record %d: seq %d A %d", i, rec.Seq, rec.A)
		}
	}
	c := r.Counters()
	if c.Dropped != 12 || c.Events != 20 || c.PagesFromHeap != 20 || c.PeakPages != 20 {
		t.Errorf("counters are not exact: %+v", c)
	}
}

func TestSinkGetsEveryRecord(t *testing.T) {
	var got []Record
	var batches []int
	r := New(Options{Ring: 4, Clock: testClock(), Sink: func(b []Record) {
		batches = append(batches, len(b))
		got = append(got, b...)
	}})
	for i := range 10 {
		r.Event(Depth, 0, uint64(i), 0)
	}
	if n := len(r.Records()); n != 2 {
		t.Errorf("%d records wait, want 2", n)
	}
	r.Flush()
	r.Flush()
	if fmt.Sprint(batches) != "[4 4 2]" {
		t.Errorf("batches %v", batches)
	}
	for i, rec := range got {
		if rec.Seq != uint64(i+1) || rec.A != uint64(i) || rec.Time != int64(i+1)*10 {
			t.Errorf("record %d is %+v", i, rec)
		}
	}
	if r.Counters().Dropped != 0 {
		t.Error("a sink drops nothing")
	}
}

func TestWireFormat(t *testing.T) {
	recs := []Record{{Seq: 1, Time: -2, Kind: EdgePop, Op: 7, Flags: ToCache | Oversized, Line: 0x01020304,
		Func: 9, Depth: 10, A: 0x1122334455667788, B: 12}}
	b := Bytes(recs)
	if len(b) != RecordSize {
		t.Fatalf("%d bytes", len(b))
	}
	le := binary.LittleEndian
	if le.Uint64(b) != 1 || int64(le.Uint64(b[8:])) != -2 || b[16] != 4 || b[17] != 7 || le.Uint16(b[18:]) != 4|16 ||
		le.Uint32(b[20:]) != 0x01020304 || le.Uint32(b[24:]) != 9 || le.Uint32(b[28:]) != 10 ||
		le.Uint64(b[32:]) != 0x1122334455667788 || le.Uint64(b[40:]) != 12 {
		t.Errorf("layout: % x", b)
	}
	if Bytes(nil) != nil {
		t.Error("no records, no bytes")
	}
}

func TestSitesAndNamesAreBounded(t *testing.T) {
	r := New(Options{Ring: 4, Sites: 3, Names: 3, Clock: testClock()})
	var s Site
	r.At = func() Site { return s }
	for i := range 10 {
		s = Site{Func: r.Name(fmt.Sprintf("f%d", i)), Line: uint32(i), Op: 1, Depth: uint32(100 - i)}
		for range i + 1 {
			r.Event(PageTake, FromCache, 0, 0)
		}
		r.Event(ScanChunks, 0, 5, 64)
	}
	rows := r.Sites()
	if len(rows) != 4 || !rows[3].Other {
		t.Fatalf("rows %+v", rows)
	}
	var ext, scanned uint64
	for _, row := range rows {
		ext += row.Extensions
		scanned += row.Scanned
	}
	if ext != 55 || scanned != 50 {
		t.Errorf("totals: %d extensions, %d scanned", ext, scanned)
	}
	if rows[0].Line != 2 || rows[0].Extensions != 3 {
		t.Errorf("busiest row %+v", rows[0])
	}
	if got := r.Names(); len(got) != 3 || r.FuncName(1) != "f0" || r.FuncName(77) != "{other}" || r.Name("f1") != 2 {
		t.Errorf("names %q", got)
	}
	c := r.Counters()
	if c.PeakDepth != 100 || c.FunctionsFolded != 8 || c.SitesFolded == 0 {
		t.Errorf("%+v", c)
	}
}

func TestCountersByKind(t *testing.T) {
	r := New(Options{Ring: 4, Clock: testClock()})
	r.Event(PageTake, FromHeap, 1, 262144)
	r.Event(PageTake, FromHeap|Oversized, 1, 524288)
	r.Event(PageTake, FromCache, 1, 262144)
	r.Event(PageGive, ToHeap|Oversized, 1, 524288)
	r.Event(PageGive, ToCache, 1, 262144)
	r.Event(PageGive, ToHeap, 1, 262144)
	r.Event(EdgePush, 0, 1, 144)
	r.Event(ChunkMap, 0, 1, 1)
	r.Event(ChunkCache, ToCache, 1, 1)
	r.Event(ChunkCache, FromCache, 1, 1)
	r.Event(ChunkUnmap, 0, 1, 1)
	r.Event(ScanChunks, Placed, 7, 64)
	r.Event(ScanChunks, 0, 9, 64)
	r.Churn(15)
	r.Churn(-1)
	want := Counters{PagesFromHeap: 1, PagesFromCache: 1, PagesToHeap: 1, PagesToCache: 1, OversizedTaken: 1, OversizedGiven: 1,
		StackExtensions: 1, PeakPages: 3, PageSearches: 2, ChunksScanned: 16, ScannedAtStretch: 9, ChunksMapped: 1, ChunksUnmapped: 1,
		ChunksCached: 1, ChunksReused: 1, PageChurnNanos: 15, Events: 13, Dropped: 9}
	if got := r.Counters(); got != want {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestKindNames(t *testing.T) {
	seen := map[string]bool{}
	for i, n := range Kinds() {
		if n == "" || seen[n] || Kind(i).String() != n {
			t.Errorf("kind %d has name %q", i, n)
		}
		seen[n] = true
	}
	if Kind(200).String() != "unknown" {
		t.Error("numbers without a kind print as unknown")
	}
}

func BenchmarkEvent(b *testing.B) {
	r := New(Options{})
	r.At = func() Site { return Site{Func: 1, Line: 2, Op: 3, Depth: 4} }
	for b.Loop() {
		r.Event(ScanChunks, Placed, 3, 64)
	}
}
