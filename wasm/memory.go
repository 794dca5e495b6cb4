package wasm

import (
	"context"
	"encoding/binary"
	"sync"

	"github.com/tetratelabs/wazero/experimental"
)

// linear is the linear memory of one instance. Where the system can reserve
// addresses without memory behind them it never moves, so that growing costs
// nothing; elsewhere it is copied. Either way the watcher of a run can write
// into it while the instance runs, which wazero's own memory does not allow.
type linear struct {
	mu   sync.Mutex
	buf  []byte // what the instance has now
	full []byte // the reservation, nil without one
}

// withLinear makes instances created under the context take their memory from mem.
func withLinear(ctx context.Context, mem *linear) context.Context {
	return experimental.WithMemoryAllocator(ctx, experimental.MemoryAllocatorFunc(func(_, max uint64) experimental.LinearMemory {
		mem.full = reserve(max)
		return mem
	}))
}

// Reallocate grows the memory to size bytes; nil when there is no more.
func (m *linear) Reallocate(size uint64) []byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.full == nil:
		grown := make([]byte, size, max(size, uint64(cap(m.buf))*5/4))
		copy(grown, m.buf)
		m.buf = grown
	case size > uint64(len(m.full)) || !commit(m.full, uint64(len(m.buf)), size):
		return nil
	default:
		m.buf = m.full[:size]
	}
	return m.buf
}

// Free gives the memory back; the instance is closed.
func (m *linear) Free() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.full != nil {
		release(m.full)
	}
	m.full, m.buf = nil, nil
}

// poke writes a word, if the memory still exists.
func (m *linear) poke(at, value uint32) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if uint64(at)+4 <= uint64(len(m.buf)) {
		binary.LittleEndian.PutUint32(m.buf[at:], value)
	}
}
