package mm

import "unsafe"

// Addr is an address in memory outside the Go heap's reach, in bytes; 0 is none.
type Addr = uintptr

// Sizes of the model, in bytes unless said otherwise. A heap page is not a VM
// stack page (256 KB) and not necessarily an operating system page.
const (
	ChunkSize     = 2 << 20
	PageSize      = 4 << 10
	PagesPerChunk = ChunkSize / PageSize // 512
	FirstPage     = 1                    // page 0 is the header
	MaxSmall      = 3072
	MaxLarge      = ChunkSize - PageSize*FirstPage
	NumBins       = 30

	usablePages = PagesPerChunk - FirstPage
	mapWords    = PagesPerChunk / 64
)

// heapState is the heap itself. It lies in the first chunk, behind the chunk's
// own header words; other chunks leave that space unused. Each word is where
// PHP's allocator has it.
//
//	chunk+64  flags, tag, size, peak
//	chunk+96  30 free-list heads, one a bin
//	chunk+336 real size, real peak, limit, overflow flag
//	chunk+368 huge list, main chunk, cached chunks, counts
//	chunk+424 counters of this model, in words PHP has for custom allocators
type heapState struct {
	flags uint64
	tag   uint64

	size uintptr // bytes in use, by size class
	peak uintptr // the highest size so far

	free [NumBins]Addr // first free element of each bin

	realSize uintptr // bytes mapped: chunks (cached ones too) and huge blocks
	realPeak uintptr
	limit    uintptr // memory_limit
	overflow uint32  // while not 0 the limit is ignored: an error is being reported
	_        uint32

	huge Addr // list of hugeNode

	mainChunk Addr
	cached    Addr // chunks kept for reuse, linked through chunk.next

	chunks     int32 // in the list
	peakChunks int32
	cachedN    int32
	_          int32
	avgChunks  float64 // running average over requests

	boundary      int32 // chunk count after the last deletion without cached chunks
	boundaryCount int32 // how often in a row it was the same

	searches uint64 // times heap pages were looked for
	visited  uint64 // chunks looked at by those searches
	scanned  uint64 // of them, chunks whose bitmap was scanned
	_        uint64
}

// chunk is the header at the start of each chunk; it fits into page 0.
//
//	0     heap, next, prev            Addr each
//	24    free pages, free tail, num  uint32 each
//	36    (unused up to 64)
//	64    heapState                   first chunk only
//	456   bitmap of used pages        512 bits
//	520   page info                   512 words of 4 bytes
//	2568  end
type chunk struct {
	heap     Addr // the state of the heap that owns this chunk
	next     Addr
	prev     Addr
	freeN    uint32 // pages not in use
	freeTail uint32 // pages from here to the end are free; a hint that may be too high
	num      uint32 // ordinal: one more than the chunk before it had when it was added
	_        [64 - 3*8 - 3*4]byte
	state    heapState
	used     [mapWords]uint64
	info     [PagesPerChunk]uint32
}

// hugeNode is the heap's record of a huge block; it is a small block itself.
type hugeNode struct {
	addr Addr
	size uintptr
	next Addr
}

// Offsets from the start of the first chunk (Heap.Base), for generated code.
//
//	take an element of bin b:  p = [base+OffFree+8*b]; if p == 0 call the heap;
//	                           [base+OffFree+8*b] = [p]; [base+OffSize] += BinSize(b);
//	                           [base+OffPeak] = max([base+OffPeak], [base+OffSize])
//	give it back:              [p] = [base+OffFree+8*b]; [base+OffFree+8*b] = p;
//	                           [base+OffSize] -= BinSize(b)
const (
	OffState = unsafe.Offsetof(chunk{}.state)
	OffSize  = OffState + unsafe.Offsetof(heapState{}.size)
	OffPeak  = OffState + unsafe.Offsetof(heapState{}.peak)
	OffFree  = OffState + unsafe.Offsetof(heapState{}.free)
	OffUsed  = unsafe.Offsetof(chunk{}.used)
	OffInfo  = unsafe.Offsetof(chunk{}.info)

	// HeaderSize is the part of page 0 that is in use.
	HeaderSize = unsafe.Sizeof(chunk{})
)

var (
	_ [392]byte  = [unsafe.Sizeof(heapState{})]byte{}
	_ [2568]byte = [HeaderSize]byte{}
	_ [64]byte   = [OffState]byte{}
	_ [80]byte   = [OffSize]byte{}
	_ [88]byte   = [OffPeak]byte{}
	_ [96]byte   = [OffFree]byte{}
	_ [456]byte  = [OffUsed]byte{}
	_ [520]byte  = [OffInfo]byte{}
	_ [24]byte   = [unsafe.Sizeof(hugeNode{})]byte{}
)

// Ptr turns an address into a pointer. It is the only function of the project
// that does. The pointer must not be stored in Go memory that outlives the call.
//
// The pragma keeps Go's pointer checker from objecting when the page source is
// made of Go slices (NewSlabSource), whose blocks the source keeps alive.
//
//go:nocheckptr
func Ptr(a Addr) unsafe.Pointer { return unsafe.Add(unsafe.Pointer(nil), a) }

func chunkAt(a Addr) *chunk        { return (*chunk)(Ptr(a)) }
func hugeAt(a Addr) *hugeNode      { return (*hugeNode)(Ptr(a)) }
func stateOf(main Addr) *heapState { return &chunkAt(main).state }

// Load8 reads a byte.
func Load8(a Addr) uint8 { return *(*uint8)(Ptr(a)) }

// Load16 reads two bytes.
func Load16(a Addr) uint16 { return *(*uint16)(Ptr(a)) }

// Load32 reads four bytes.
func Load32(a Addr) uint32 { return *(*uint32)(Ptr(a)) }

// Load64 reads eight bytes.
func Load64(a Addr) uint64 { return *(*uint64)(Ptr(a)) }

// LoadAddr reads an address.
func LoadAddr(a Addr) Addr { return *(*Addr)(Ptr(a)) }

// LoadFloat reads a double.
func LoadFloat(a Addr) float64 { return *(*float64)(Ptr(a)) }

// Store8 writes a byte.
func Store8(a Addr, v uint8) { *(*uint8)(Ptr(a)) = v }

// Store16 writes two bytes.
func Store16(a Addr, v uint16) { *(*uint16)(Ptr(a)) = v }

// Store32 writes four bytes.
func Store32(a Addr, v uint32) { *(*uint32)(Ptr(a)) = v }

// Store64 writes eight bytes.
func Store64(a Addr, v uint64) { *(*uint64)(Ptr(a)) = v }

// StoreAddr writes an address.
func StoreAddr(a, v Addr) { *(*Addr)(Ptr(a)) = v }

// StoreFloat writes a double.
func StoreFloat(a Addr, v float64) { *(*float64)(Ptr(a)) = v }

// Bytes returns the n bytes at a as a slice of the memory itself. It must not
// outlive the block.
func Bytes(a Addr, n uintptr) []byte {
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(Ptr(a)), n)
}

// View returns the n bytes at a as a string of the memory itself. It must not
// outlive the block, and the bytes must not change while it is in use.
func View(a Addr, n uintptr) string {
	if n == 0 {
		return ""
	}
	return unsafe.String((*byte)(Ptr(a)), n)
}

// Copy copies n bytes; the two ranges may overlap.
func Copy(dst, src Addr, n uintptr) { copy(Bytes(dst, n), Bytes(src, n)) }

// Zero clears n bytes.
func Zero(a Addr, n uintptr) { clear(Bytes(a, n)) }

// addrOf gives the address of a slab. The collector does not move heap objects,
// and the source keeps the slice.
func addrOf(b []byte) Addr { return Addr(unsafe.Pointer(unsafe.SliceData(b))) }
