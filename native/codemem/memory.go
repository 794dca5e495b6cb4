package codemem

import (
	"errors"
	"sync"
)

// ErrFull is returned by Put when the block has no room left.
var ErrFull = errors.New("code memory is full")

// align is the alignment of what Put stores, in bytes: a cache line's half,
// which is where processors begin to fetch.
const align = 32

// Memory is a block of machine code. Its methods may be called from any
// goroutine.
type Memory struct {
	mu     sync.Mutex
	rw, rx []byte
	used   int
}

// New maps a block of size bytes. It fails where the system does not allow
// executable memory, or has no way to map it twice.
func New(size int) (*Memory, error) {
	rw, rx, err := dual(size)
	if err != nil {
		return nil, err
	}
	return &Memory{rw: rw, rx: rx}, nil
}

// Put stores code and returns the address at which it may be executed.
func (m *Memory) Put(code []byte) (uintptr, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	at := (m.used + align - 1) &^ (align - 1)
	if at+len(code) > len(m.rw) {
		return 0, ErrFull
	}
	copy(m.rw[at:], code)
	m.used = at + len(code)
	p := addr(m.rx) + uintptr(at)
	flush(p, uintptr(len(code)))
	return p, nil
}

// Used is the number of bytes in use.
func (m *Memory) Used() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.used
}

// Contains reports whether an address lies in the block's code.
func (m *Memory) Contains(a uintptr) bool {
	base := addr(m.rx)
	return a >= base && a < base+uintptr(len(m.rx))
}

// Bytes is the code at an address that Put has returned, for listings.
func (m *Memory) Bytes(a uintptr, n int) []byte {
	off := int(a - addr(m.rx))
	return m.rx[off : off+n : off+n]
}

// Close unmaps the block. Nothing may run in it.
func (m *Memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	err := unmap(m.rw, m.rx)
	m.rw, m.rx, m.used = nil, nil, 0
	return err
}
