package trace

// Kind says what happened; it decides the meaning of Record.A and Record.B.
type Kind uint8

// The numbers are part of the wire format: append, never renumber.
const (
	None       Kind = iota
	PageTake        // a VM stack page was taken: A address, B bytes; FromCache, FromHeap, Oversized
	PageGive        // a VM stack page was given back: A address, B bytes; ToCache, ToHeap, Oversized
	EdgePush        // the first frame of a VM stack page was pushed: A frame, B bytes of the frame
	EdgePop         // the first frame of a VM stack page was popped: A frame, B bytes of the frame
	ChunkMap        // the heap mapped a chunk: A chunk, B chunks now
	ChunkUnmap      // the heap unmapped a chunk: A chunk, B chunks now
	ChunkCache      // an empty chunk was kept (ToCache) or put to use again (FromCache): A chunk, B chunks now
	ScanChunks      // heap pages were looked for: A chunk bitmaps scanned, B pages wanted
	HugeMap         // a huge block was mapped or grew: A address, B bytes of the block now
	HugeUnmap       // a huge block was unmapped or shrank: A address, B bytes that went
	RunStart        // a script starts
	RunEnd          // a script ended: A exit code
	Tier            // a function moved to another tier: A function, B tier
	Depth           // a sample of the call depth: A top of the VM stack
	kindCount
)

var kindNames = [kindCount]string{
	"none", "page-take", "page-give", "edge-push", "edge-pop", "chunk-map", "chunk-unmap",
	"chunk-cache", "scan-chunks", "huge-map", "huge-unmap", "run-start", "run-end", "tier", "depth",
}

// String returns the kind's name as reports print it.
func (k Kind) String() string {
	if k < kindCount {
		return kindNames[k]
	}
	return "unknown"
}

// Kinds returns the names of all kinds in order of their numbers, for readers in other languages.
func Kinds() []string { return append([]string(nil), kindNames[:]...) }

// Flags refine a Kind.
type Flags uint16

const (
	FromCache Flags = 1 << iota // served from a free list of whole pages or chunks
	FromHeap                    // served by the allocator
	ToCache                     // kept for reuse
	ToHeap                      // given back to the allocator
	Oversized                   // bigger than a standard VM stack page
	Placed                      // ScanChunks: the request was placed in an existing chunk
)
