package guest

import (
	"io"
	"time"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/wasm/guest/tier"
)

// Home is what the embedder's side gives: the imports of module "ebb", the
// standard streams, the environment. Nil functions are not called.
type Home struct {
	Flush func(records []byte, n int)     // n trace records
	Name  func(index uint32, text string) // the text of a record's Func
	State func(json []byte)               // a CoreState
	Poll  func() (stop bool)              // asked some 60 times a second
	Code  tier.Code                       // code generated at run time; zero: there is none
	Env   func() []string                 // "KEY=value"
	Stdin io.Reader                       //
	// Stdout and Stderr may be slow to call: the guest gathers what it writes.
	Stdout, Stderr io.Writer
}

// How often things happen while PHP runs.
const (
	outputEvery  = 8 * time.Millisecond  // gathered output goes out
	recordsEvery = 8 * time.Millisecond  // gathered records go out
	stateEvery   = 33 * time.Millisecond // at most, while there are events
	pollEvery    = 16 * time.Millisecond
	sampleEvery  = 100 * time.Microsecond // of the stack's depth, while it moves
	nap          = 5 * time.Millisecond   // sleep() looks up this often
)

const outputBuffer = 32 << 10

// host is the world as the guest's programs see it.
type host struct {
	rt.Host
	home *Home
	fs   rt.FS
	out  gathered
	err  stderr
	in   stdin
	// wake is called while a program sleeps; true ends the sleep.
	wake func() bool
}

func newHost(home *Home, files map[string]string) *host {
	base := rt.NewOSHost()
	h := &host{Host: base, home: home, fs: newOverlay(base.FS(), files, base.Now())}
	h.out.w = home.Stdout
	h.err = stderr{h}
	h.in = stdin{h}
	return h
}

func (h *host) FS() rt.FS         { return h.fs }
func (h *host) Stdin() io.Reader  { return h.in }
func (h *host) Stdout() io.Writer { return &h.out }
func (h *host) Stderr() io.Writer { return h.err }
func (h *host) Cwd() string       { return "/" }
func (h *host) PID() int          { return 1 }
func (h *host) Hostname() string  { return "localhost" }

func (h *host) Env() []string {
	if h.home.Env == nil {
		return nil
	}
	return h.home.Env()
}

// Sleep sleeps in naps, so that a wish to stop is noticed.
func (h *host) Sleep(d time.Duration) {
	h.out.Flush()
	for end := h.Monotonic() + int64(d); ; {
		left := time.Duration(end - h.Monotonic())
		if left <= 0 || h.wake != nil && h.wake() {
			return
		}
		time.Sleep(min(left, nap))
	}
}

// gathered is a buffered writer that never fails for its buffer's sake.
type gathered struct {
	w   io.Writer
	buf []byte
	err error
}

func (g *gathered) Write(p []byte) (int, error) {
	if len(g.buf)+len(p) > outputBuffer {
		g.Flush()
	}
	if len(p) > outputBuffer/2 {
		if _, err := g.w.Write(p); err != nil {
			return 0, err
		}
		return len(p), nil
	}
	g.buf = append(g.buf, p...)
	if g.err != nil {
		return 0, g.err
	}
	return len(p), nil
}

// Flush hands on what was gathered.
func (g *gathered) Flush() {
	if len(g.buf) == 0 {
		return
	}
	if _, err := g.w.Write(g.buf); err != nil {
		g.err = err
	}
	g.buf = g.buf[:0]
}

// stderr keeps the order of the two streams.
type stderr struct{ h *host }

func (s stderr) Write(p []byte) (int, error) {
	s.h.out.Flush()
	return s.h.home.Stderr.Write(p)
}

// stdin shows a prompt before it waits for the answer.
type stdin struct{ h *host }

func (s stdin) Read(p []byte) (int, error) {
	s.h.out.Flush()
	if s.h.home.Stdin == nil {
		return 0, io.EOF
	}
	return s.h.home.Stdin.Read(p)
}
