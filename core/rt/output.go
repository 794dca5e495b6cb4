package rt

import (
	"io"

	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/zval"
)

// Output buffering. Echo goes through a stack of handlers, innermost first;
// what leaves the outermost is gathered and handed to the host. Buffers of
// handlers belong to PHP and live in its heap, so memory_limit bounds them.

// Operations and flags of output handlers, PHP_OUTPUT_HANDLER_*.
const (
	ObStart     = 1
	ObWrite     = 0
	ObFlush     = 4
	ObClean     = 2
	ObFinal     = 8
	ObCleanable = 0x10
	ObFlushable = 0x20
	ObRemovable = 0x40
	ObStdFlags  = 0x70
	obUser      = 1
	ObStarted   = 0x1000
	ObDisabled  = 0x2000
	ObProcessed = 0x4000

	obAlign   = 0x1000
	obDefault = 0x4000
	// outGather is how much output is gathered before the host is called.
	outGather = 16 << 10
)

// ObHandler is one level of output buffering.
type ObHandler struct {
	Name  string
	Size  int // chunk size, 0 none
	Flags int
	Level int

	cb   zval.Value // user callback, owned; Undef for an internal handler
	fn   func(x *Exec, in []byte, op int) (out []byte, ok bool)
	data mm.Addr
	cap  int
	used int
	self mm.Addr // what Zend's own record of the level takes
	name *zval.String
	call mm.Addr // likewise, of a user callback
}

// Sizes of Zend's records of an output handler, of a user callback, and of
// sixteen places in the stack of handlers: memory_get_usage counts them.
const (
	obRecord = 80
	obCall   = 120
	obPlaces = 16 * 8
)

// Bytes borrows what the level has gathered.
func (h *ObHandler) Bytes() []byte { return mm.Bytes(h.data, uintptr(h.used)) }

// Cap is the size of the level's buffer.
func (h *ObHandler) Cap() int { return h.cap }

// User reports a handler that is a PHP callback.
func (h *ObHandler) User() bool { return h.cb.Type() != zval.Undef }

// Output is an executor's output layer.
type Output struct {
	x        *Exec
	w        io.Writer
	pend     []byte // left the handlers, not yet given to the host
	stack    []*ObHandler
	places   mm.Addr // room for the stack, kept until the request ends
	running  *ObHandler
	produced bool    // output came while a handler ran
	dead     bool    // nothing is accepted any more
	kept     mm.Addr // the content type PHP keeps from the first output on
	Written  int64
	// StartFile and StartLine are where the first output left the handlers.
	StartFile string
	StartLine int
	broken    bool // the host refused a write
	// ImplicitFlush hands every write to the host at once.
	ImplicitFlush bool
}

func newOutput(x *Exec, w io.Writer) *Output {
	return &Output{x: x, w: w}
}

// contentType is what PHP keeps from the first output to the end of the
// request, on the program's heap: "text/html; charset=UTF-8" and its NUL.
const contentType = 25

// begin makes room for output when the first byte of it comes.
func (o *Output) begin() {
	if o.x != nil && o.x.Ctx != nil {
		o.StartFile, o.StartLine = o.x.where()
	}
	o.pend = make([]byte, 0, outGather)
	if o.x != nil && o.x.Heap != nil {
		o.kept = o.x.Heap.Alloc(contentType)
	}
}

// release gives back what is kept until the request ends.
func (o *Output) release() {
	if o.places != 0 {
		o.x.Heap.FreeSize(o.places, obPlaces)
		o.places = 0
	}
	if o.kept != 0 {
		o.x.Heap.Free(o.kept)
		o.kept = 0
	}
}

// Write sends bytes through the handlers. It may run PHP when there are any.
func (o *Output) Write(p []byte) {
	if len(o.stack) == 0 {
		o.emit(p)
		return
	}
	o.op(ObWrite, p)
}

// WriteString is Write of a string.
func (o *Output) WriteString(s string) {
	if len(o.stack) == 0 && !o.dead && len(o.pend)+len(s) <= cap(o.pend) {
		o.pend = append(o.pend, s...)
		return
	}
	o.Write([]byte(s))
}

// emit gathers bytes for the host.
func (o *Output) emit(p []byte) {
	if o.dead {
		return
	}
	if o.pend == nil {
		if len(p) == 0 {
			return
		}
		o.begin()
	}
	if len(o.pend)+len(p) > cap(o.pend) {
		o.flushHost()
		if len(p) >= outGather {
			o.host(p)
			return
		}
	}
	o.pend = append(o.pend, p...)
	if o.ImplicitFlush {
		o.flushHost()
	}
}

func (o *Output) host(p []byte) {
	o.Written += int64(len(p))
	if !o.broken && o.w != nil {
		if _, err := o.w.Write(p); err != nil {
			o.broken = true
		}
	}
}

func (o *Output) flushHost() {
	if len(o.pend) > 0 {
		o.host(o.pend)
		o.pend = o.pend[:0]
	}
}

// Flush hands all that has left the handlers to the host. Call it before
// anything that blocks or ends the process.
func (o *Output) Flush() { o.flushHost() }

// Started reports that output has left the handlers.
func (o *Output) Started() bool { return cap(o.pend) > 0 }

// Level is the number of active buffers.
func (o *Output) Level() int { return len(o.stack) }

// Top returns the innermost buffer, or nil.
func (o *Output) Top() *ObHandler {
	if n := len(o.stack); n > 0 {
		return o.stack[n-1]
	}
	return nil
}

// Handlers lists the buffers, outermost first.
func (o *Output) Handlers() []*ObHandler { return o.stack }

// locked refuses buffering functions while a handler runs: a fatal error.
func (o *Output) locked(op int) bool {
	if op != 0 && o.running != nil {
		o.dropAll()
		o.x.fatalFunc(EError, "Cannot use output buffering in output buffering display handlers")
		return true
	}
	return false
}

// StartUser opens a level whose handler is a PHP callable (copied).
func (o *Output) StartUser(name string, cb *zval.Value, chunk, flags int) bool {
	h := &ObHandler{Name: name, Size: chunk, Flags: flags&ObStdFlags | obUser}
	h.cb.CopyFrom(cb)
	return o.push(h)
}

// StartGo opens a level with an internal handler; nil passes output through.
func (o *Output) StartGo(name string, fn func(x *Exec, in []byte, op int) ([]byte, bool), chunk, flags int) bool {
	return o.push(&ObHandler{Name: name, Size: chunk, Flags: flags & ObStdFlags, fn: fn})
}

func (o *Output) push(h *ObHandler) bool {
	if o.locked(ObStart) {
		return false
	}
	h.cap = obDefault
	if h.Size > 1 {
		h.cap = h.Size + obAlign - h.Size%obAlign
	}
	if o.places == 0 {
		o.places = o.x.Heap.Alloc(obPlaces)
	}
	h.self = o.x.Heap.Alloc(obRecord)
	h.name = o.x.Space.NewString(h.Name)
	if h.User() {
		h.call = o.x.Heap.Alloc(obCall)
	}
	h.data = o.x.Heap.Alloc(uintptr(h.cap))
	h.Level = len(o.stack)
	o.stack = append(o.stack, h)
	return true
}

// op passes bytes down the stack from the innermost level.
func (o *Output) op(op int, p []byte) {
	if o.locked(op) {
		return
	}
	if o.running != nil {
		o.produced = true
		// a handler's own output is not buffered anywhere
		return
	}
	in := p
	for i := len(o.stack) - 1; i >= 0; i-- {
		if i >= len(o.stack) {
			continue
		}
		h := o.stack[i]
		if h.Flags&ObDisabled != 0 {
			continue
		}
		out, more := o.run(h, op, in)
		if !more {
			return
		}
		in = out
	}
	if len(in) > 0 {
		o.emit(in)
	}
}

// append stores p in h's buffer; false means that the chunk size is reached
// and the handler has to run.
func (o *Output) append(h *ObHandler, p []byte) bool {
	if len(p) == 0 {
		return true
	}
	if h.cap-h.used <= len(p) {
		growInt := obDefault
		if h.Size > 1 {
			growInt = h.Size + obAlign - h.Size%obAlign
		}
		need := len(p) - (h.cap - h.used)
		growBuf := need + obAlign - need%obAlign
		h.cap += max(growInt, growBuf)
		h.data = o.x.Heap.Realloc(h.data, uintptr(h.cap))
	}
	copy(mm.Bytes(h.data+uintptr(h.used), uintptr(len(p))), p)
	h.used += len(p)
	return h.Size == 0 || h.used < h.Size
}

// run feeds one level. more reports that out is to be passed on; out is
// memory of its own or in itself.
func (o *Output) run(h *ObHandler, op int, in []byte) (out []byte, more bool) {
	x := o.x
	if o.append(h, in) && op == ObWrite {
		return nil, false
	}
	orig := op
	if h.Flags&ObStarted == 0 {
		op |= ObStart
	}
	const (
		noData = iota
		success
		failure
	)
	status := success
	switch {
	case h.User():
		status = noData
		o.running = h
		o.produced = false
		var args [2]zval.Value
		args[0].SetStr(x.Space.NewBytes(h.Bytes()))
		args[1].SetLong(int64(op))
		var ret zval.Value
		ok := x.callValue(&h.cb, args[:], &ret)
		o.running = nil
		x.Space.Release(&args[0])
		r := ret.Deref()
		if !ok || r.Type() == zval.Undef || r.Type() == zval.False {
			status = failure
			if ok && r.Type() == zval.False {
				o.complainResult(h)
			}
		} else if r.Type() != zval.True {
			if r.Type() != zval.StringT {
				o.complainResult(h)
			}
			s := x.ToStr(r)
			if s.Len > 0 {
				out = append([]byte(nil), s.Bytes()...)
				status = success
			}
			x.Space.ReleaseStr(s)
		} else {
			o.complainResult(h)
		}
		x.Space.Release(&ret)
		if o.produced && !x.HasExc() {
			x.FuncDeprecated("Producing output from user output handler %s is deprecated", h.Name)
		}
	case h.fn != nil:
		var ok bool
		o.running = h
		out, ok = h.fn(x, h.Bytes(), op)
		o.running = nil
		if !ok {
			status = failure
		} else if len(out) == 0 {
			status = noData
		}
	default:
		out = append([]byte(nil), h.Bytes()...)
		if len(out) == 0 {
			status = noData
		}
	}
	h.Flags |= ObStarted
	switch status {
	case failure:
		h.Flags |= ObDisabled
		out = append([]byte(nil), h.Bytes()...)
		h.used = 0
	case noData:
		out = nil
		h.used = 0
		h.Flags |= ObProcessed
		if orig == ObWrite {
			return nil, false
		}
	default:
		h.used = 0
		h.Flags |= ObProcessed
	}
	return out, true
}

func (o *Output) complainResult(h *ObHandler) {
	if !o.x.HasExc() {
		o.x.FuncDeprecated("Returning a non-string result from user output handler %s is deprecated", h.Name)
	}
}

// FlushTop runs the innermost handler and passes its output on.
func (o *Output) FlushTop() bool {
	h := o.Top()
	if h == nil || h.Flags&ObFlushable == 0 {
		return false
	}
	if o.locked(ObFlush) {
		return false
	}
	out, _ := o.run(h, ObFlush, nil)
	if len(out) > 0 {
		o.below(h, out)
	}
	return true
}

// below writes what a level produced to the levels outside of it.
func (o *Output) below(h *ObHandler, out []byte) {
	n := len(o.stack)
	if n > 0 && o.stack[n-1] == h {
		o.stack = o.stack[:n-1]
		o.Write(out)
		o.stack = append(o.stack, h)
		return
	}
	o.Write(out)
}

// CleanTop drops what the innermost level holds; its handler is told.
func (o *Output) CleanTop() bool {
	h := o.Top()
	if h == nil || h.Flags&ObCleanable == 0 {
		return false
	}
	if o.locked(ObClean) {
		return false
	}
	o.run(h, ObClean, nil)
	return true
}

// Pop ends the innermost level, passing its output on unless discard. force
// ends one that is not removable too. It reports whether a level ended.
func (o *Output) Pop(discard, force bool) bool {
	h := o.Top()
	if h == nil || !force && h.Flags&ObRemovable == 0 {
		return false
	}
	if o.locked(ObFinal) {
		return false
	}
	var out []byte
	if h.Flags&ObDisabled == 0 {
		op := ObFinal
		if discard {
			op |= ObClean
		}
		out, _ = o.run(h, op, nil)
	}
	if n := len(o.stack); n > 0 && o.stack[n-1] == h {
		o.stack = o.stack[:n-1]
	}
	if len(out) > 0 && !discard {
		o.Write(out)
	}
	o.free(h)
	return true
}

func (o *Output) free(h *ObHandler) {
	if h.data != 0 {
		o.x.Heap.Free(h.data)
		o.x.Heap.FreeSize(h.self, obRecord)
		o.x.Space.ReleaseStr(h.name)
		if h.call != 0 {
			o.x.Heap.FreeSize(h.call, obCall)
		}
		h.data, h.used, h.cap = 0, 0, 0
	}
	o.x.Space.Release(&h.cb)
	h.cb.SetUndef()
}

// EndAll ends every level, passing output on.
func (o *Output) EndAll() {
	for len(o.stack) > 0 {
		if !o.Pop(false, true) {
			break
		}
	}
}

// dropAll forgets every level without running handlers.
func (o *Output) dropAll() {
	o.running = nil
	for n := len(o.stack); n > 0; n-- {
		h := o.stack[n-1]
		o.stack = o.stack[:n-1]
		o.free(h)
	}
}

// abandon forgets the levels after the heap they lived in is gone.
func (o *Output) abandon() {
	o.running = nil
	o.stack = o.stack[:0]
}

// salvage passes on what all levels hold, as after a fatal error, without
// running user handlers.
func (o *Output) salvage() {
	o.running = nil
	for len(o.stack) > 0 {
		h := o.Top()
		o.stack = o.stack[:len(o.stack)-1]
		if h.data != 0 && h.used > 0 {
			b := append([]byte(nil), h.Bytes()...)
			o.Write(b)
		}
		o.free(h)
	}
}

// Contents copies what the innermost level holds.
func (o *Output) Contents() ([]byte, bool) {
	h := o.Top()
	if h == nil {
		return nil, false
	}
	return append([]byte(nil), h.Bytes()...), true
}

// Echo prints a value as echo does. It may run PHP.
func (x *Exec) Echo(v *zval.Value) {
	v = v.Deref()
	if v.Type() == zval.StringT {
		x.Out.Write(v.Str().Bytes())
		return
	}
	s := x.ToStr(v)
	if s.Len > 0 {
		x.Out.Write(s.Bytes())
	}
	x.Space.ReleaseStr(s)
}
