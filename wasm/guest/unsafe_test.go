package guest

import "sync/atomic"

// poke writes the interrupt word as an embedder does.
func (b *contextBlock) poke(v uint32) { atomic.StoreUint32(&b.context().Interrupt, v) }
