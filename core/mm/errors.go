package mm

import "fmt"

// The errors below are panicked, not returned: an allocation happens in the middle
// of everything, and PHP ends the script at that point. The executor recovers them at
// the top of a run and reports "Fatal error: " with their text.

// LimitError says that memory_limit does not allow an allocation.
type LimitError struct {
	Limit uint64 // memory_limit in bytes
	Tried uint64 // bytes asked for, whole heap pages for what would have gone into a chunk
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("Allowed memory size of %d bytes exhausted (tried to allocate %d bytes)", e.Limit, e.Tried)
}

// OutOfMemoryError says that the page source has nothing left.
type OutOfMemoryError struct {
	Allocated uint64 // bytes mapped by this heap
	Tried     uint64
}

func (e *OutOfMemoryError) Error() string {
	return fmt.Sprintf("Out of memory (allocated %d bytes) (tried to allocate %d bytes)", e.Allocated, e.Tried)
}

// OverflowError says that a size does not fit into an address. What holds the sum
// as it was written, for instance "18446744073709551446 + 4096".
type OverflowError struct{ What string }

func (e *OverflowError) Error() string {
	return "Possible integer overflow in memory allocation (" + e.What + ")"
}

// CorruptError says that a block given back is not one of the heap's. It is a bug
// of the engine, not of a script.
type CorruptError struct {
	Addr Addr
	What string
}

func (e *CorruptError) Error() string {
	return fmt.Sprintf("zend_mm_heap corrupted (%s at %#x)", e.What, e.Addr)
}

// SetLimitError says that more than a new limit is in use already.
type SetLimitError struct {
	Limit uint64
	Real  uint64
}

func (e *SetLimitError) Error() string {
	return fmt.Sprintf("Failed to set memory limit to %d bytes (Current memory usage is %d bytes)", e.Limit, e.Real)
}
