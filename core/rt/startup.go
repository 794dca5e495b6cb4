package rt

// What PHP holds in a request's heap before the program's first line. Here most
// of it lives elsewhere, but its bytes belong into memory_get_usage(), and its
// heap pages decide where the program's own come to lie: whether a VM stack page
// still fits into the newest chunk may depend on twenty heap pages more or less.
// Figures: the heap of PHP 8.2's command line at the first line of a script,
// read with a debugger.

// takeStartupBlocks lays the heap out as PHP's start-up does.
func (x *Exec) takeStartupBlocks() {
	for _, n := range [...]uintptr{
		4096,
		64 << 10, // the compiler's arena
		8 << 10,  // the object store, 1,024 pointers
		40 << 10, // the table of interned strings, 1,024 buckets and 2,048 hash slots
	} {
		x.startup = append(x.startup, x.Heap.Alloc(n))
	}
	// Sizes that $_SERVER, the standard streams and the compiler have used by
	// then. A bin's first block takes a run of heap pages, which stays the bin's.
	for _, n := range [...]uintptr{
		8, 16, 24, 32, 40, 48, 56, 64, 80, 112, 128, 160, 192, 224, 256,
		320, 640, 1280, 2048,
	} {
		x.Heap.FreeSize(x.Heap.Alloc(n), n)
	}
}

func (x *Exec) freeStartupBlocks() {
	for _, a := range x.startup {
		x.Heap.Free(a)
	}
	x.startup = nil
}
