package guest

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/report"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/vmstack"
)

// What a state's chunk map says of a heap page: the digits of protocol.ts.
const (
	cellFree       = '0'
	cellSmall      = '1'
	cellLarge      = '2'
	cellStackPage  = '3'
	cellCachedPage = '4'
	cellHeader     = '5'
)

// topFrames is how many of the innermost frames a state shows.
const topFrames = 8

// maxFunctions bounds the frame table of the last state.
const maxFunctions = 2000

type cells [mm.PagesPerChunk]byte

// reporter makes states.
type reporter struct {
	x     *rt.Exec
	sent  map[mm.Addr]cells // chunks as the state before had them
	next  map[mm.Addr]cells
	out   object
	pages []vmstack.PageInfo
	cache []mm.Addr
}

// state returns a CoreState as JSON. The slice is reused. With chunks unset the
// heap is left out. closing, when set, adds what only the last state has.
func (r *reporter) state(time int64, chunks bool, closing func(o *object)) []byte {
	x := r.x
	o := &r.out
	o.b, o.comma = o.b[:0], false
	r.pages = x.Stack.Pages(r.pages[:0])
	r.cache = x.Stack.CachedPages(r.cache[:0])
	o.open('{')
	o.num("time", time)
	o.num("depth", int64(x.Ctx.Depth))
	o.key("pages")
	o.open('[')
	for _, p := range r.pages {
		o.open('{')
		o.num("addr", int64(p.Addr))
		o.num("bytes", int64(p.Bytes))
		o.num("used", int64(p.Used))
		o.close('}')
	}
	o.close(']')
	o.num("cached", int64(len(r.cache)))
	o.key("chunks")
	o.open('[')
	if chunks {
		r.chunks(o)
	}
	o.close(']')
	o.key("counters")
	r.counters(o)
	if x.Trace != nil {
		o.key("top")
		r.top(o)
	}
	if closing != nil {
		closing(o)
	}
	o.close('}')
	return o.b
}

func (r *reporter) chunks(o *object) {
	x := r.x
	stack := map[mm.Addr][]mark{} // by chunk
	put := func(a mm.Addr, bytes uintptr, cell byte) {
		chunk := a &^ (mm.ChunkSize - 1)
		stack[chunk] = append(stack[chunk], mark{a, bytes, cell})
	}
	for _, p := range r.pages {
		put(p.Addr, p.Bytes, cellStackPage)
	}
	for _, a := range r.cache {
		put(a, uintptr(x.Stack.PageSize()), cellCachedPage)
	}
	var c cells
	x.Heap.EachChunk(func(a mm.Addr, pages *[mm.PagesPerChunk]mm.BlockKind) {
		for i, k := range pages {
			c[i] = cellFree + byte(k)
		}
		for _, s := range stack[a] {
			// A stack page smaller than a heap page shares it with other blocks.
			from := (s.addr - a) / mm.PageSize
			to := max(from+1, (s.addr-a+s.bytes)/mm.PageSize)
			for i := from; i < min(to, mm.PagesPerChunk); i++ {
				c[i] = s.cell
			}
		}
		c[0] = cellHeader
		o.open('[')
		o.int(int64(a))
		if was, ok := r.sent[a]; ok && was == c {
			o.sep()
			o.b = append(o.b, "null"...)
		} else {
			o.sep()
			o.b = append(o.b, '"')
			o.b = append(o.b, c[:]...)
			o.b = append(o.b, '"')
		}
		o.close(']')
		r.next[a] = c
	})
	r.sent, r.next = r.next, r.sent
	clear(r.next)
}

type mark struct {
	addr  mm.Addr
	bytes uintptr
	cell  byte
}

// counters writes the totals under the names that the command line uses.
func (r *reporter) counters(o *object) {
	p := report.FromRun(r.x.Stack.Counters(), r.x.Trace)
	o.open('{')
	for _, c := range [...]struct {
		key string
		n   uint64
	}{
		{"stack_extensions", p.StackExtensions}, {"pages_from_heap", p.PagesFromHeap}, {"pages_from_cache", p.PagesFromCache},
		{"pages_to_heap", p.PagesToHeap}, {"pages_to_cache", p.PagesToCache}, {"oversized_pages", p.OversizedPages},
		{"peak_pages", p.PeakPages}, {"peak_depth", p.PeakDepth}, {"chunks_scanned", p.ChunksScanned},
	} {
		o.num(c.key, int64(c.n))
	}
	if t := r.x.Trace; t != nil {
		c := t.Counters()
		o.num("page_churn_ns", p.Churn)
		o.num("page_searches", int64(c.PageSearches))
		o.num("chunks_mapped", int64(c.ChunksMapped))
		o.num("events", int64(c.Events))
	}
	o.close('}')
}

// top writes the innermost frames: name index, line, bytes.
func (r *reporter) top(o *object) {
	x := r.x
	o.open('[')
	n := 0
	for a := x.Ctx.FP; a != 0 && n < topFrames; n++ {
		f := vmstack.At(a)
		a = f.Prev
		if f.Func == 0 {
			continue
		}
		fn := code.FuncAt(f.Func)
		line, bytes := uint32(0), rt.FrameBytes(fn, f.NumArgs())
		name := "{main}"
		if fn.Name != 0 {
			name = x.FuncName(fn)
		}
		if fn.Kind == code.FuncUser && f.Opline != 0 {
			line = code.OplineAt(f.Opline).Line
		}
		o.open('[')
		o.int(int64(x.Trace.Name(name)))
		o.int(int64(line))
		o.int(int64(bytes))
		o.close(']')
	}
	o.close(']')
}

// functions writes the frame table: what one call of each user function that
// was compiled takes on the VM stack.
func (r *reporter) functions(o *object) {
	slots := r.x.Stack.PageSize()/16 - vmstack.PageHeaderSlots
	o.open('[')
	n := 0
	for _, a := range r.x.Reg.Funcs {
		if a == nil || a.Desc == nil || a.Desc.Kind != code.FuncUser || n == maxFunctions {
			continue
		}
		n++
		f := a.Desc
		size := vmstack.FrameSlots + int(f.NumCVs+f.NumTmps)
		o.open('{')
		o.str("name", displayName(a))
		o.num("line", int64(a.LineStart))
		o.num("args", int64(f.NumArgs))
		o.num("vars", int64(f.NumCVs))
		o.num("tmps", int64(f.NumTmps))
		o.num("slots", int64(size))
		o.num("bytes", int64(size)*16)
		o.num("frames_per_page", int64(slots/size))
		o.close('}')
	}
	o.close(']')
}

// displayName is what a function is called in tables and records.
func displayName(a *code.OpArray) string {
	switch {
	case a.Name == "":
		return "{main}"
	case a.ScopeName != "":
		return a.ScopeName + "::" + a.Name
	}
	return a.Name
}

// sites writes the places that took stack pages, busiest first.
func (r *reporter) sites(o *object) {
	o.open('[')
	if t := r.x.Trace; t != nil {
		for _, s := range t.Sites() {
			if s.Extensions == 0 || s.Line == 0 && !s.Other { // line 0: the first page, before any program
				continue
			}
			name := t.FuncName(s.Func)
			op := opcode.Op(s.Op).String()
			if s.Other {
				name, op = "{other}", ""
			}
			o.open('{')
			o.str("func", name)
			o.num("line", int64(s.Line))
			o.str("op", op)
			o.num("extensions", int64(s.Extensions))
			o.num("from_heap", int64(s.FromHeap))
			o.num("returns", int64(s.Returns))
			o.num("to_heap", int64(s.ToHeap))
			o.num("scanned", int64(s.Scanned))
			o.close('}')
		}
	}
	o.close(']')
}
