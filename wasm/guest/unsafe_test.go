package guest

import (
	"sync/atomic"
	"unsafe"
)

// poke writes the interrupt word as an embedder does.
func (b *contextBlock) poke(v uint32) { atomic.StoreUint32(&b.context().Interrupt, v) }

// alias is a string whose bytes may change.
func alias(b []byte) string { return unsafe.String(&b[0], len(b)) }
