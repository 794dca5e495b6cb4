// Package mm is the heap PHP programs live in: it gives out memory outside the
// Go heap, in the same sizes, at the same places and with the same bookkeeping
// as PHP's own memory manager.
//
// # The model
//
// Memory comes from a PageSource in chunks of 2 MB, aligned to 2 MB, so that
// clearing the low 21 bits of any address inside a chunk gives its header.
//
//	chunk (2 MB) = 512 heap pages of 4 KB
//	+--------+----------------+----------------------+----------+-----------
//	| page 0 | page 1         | pages 2..65          | page 66  | ...
//	| header | small run: one | large run: 64 pages, | free     |
//	|        | bin's elements | e.g. a VM stack page |          |
//	+--------+----------------+----------------------+----------+-----------
//
// A request falls in one of three ranges:
//
//	small   up to 3,072 bytes: 30 bins (bins.go); a run of 1 to 7 heap pages is cut
//	        into elements of one size, chained into the bin's free list in address order.
//	        Taking and giving back an element is one list operation.
//	large   up to 2 MB - 4 KB: a run of whole heap pages, found by best fit in the bitmap
//	        of used pages, chunk by chunk in list order (pages.go).
//	huge    beyond: a mapping of its own, aligned to 2 MB, sizes rounded to 4 KB, in a list
//	        whose nodes are themselves small blocks of this heap (huge.go).
//
// Small and large runs share chunks; a page-info word per heap page says which
// kind of run it belongs to, so Free needs the address alone. An address that is
// a multiple of 2 MB can only be a huge block, since page 0 is the header.
//
// A chunk whose pages are all free leaves the list. It is unmapped, or kept for
// reuse while the heap holds fewer chunks than the running average, or when the
// same chunk count was hit by deletions several times before (pages.go).
//
// # What it must not know
//
// Values, strings, frames, PHP code. It imports core/trace only.
//
// # Invariants
//
//   - The heap's state is in its first chunk (layout.go), at fixed offsets, so that
//     generated code can take from and give to the free lists itself.
//   - Memory given out holds no Go pointer, and no Go pointer into a chunk is kept: an
//     address is an integer, Ptr is the one place where it becomes a pointer.
//   - Every count that memory_get_usage() reports is kept at the moment PHP keeps it.
//   - A failed allocation changes nothing but the free lists compacted on the way; it
//     panics with *LimitError, *OutOfMemoryError or *OverflowError, which the executor
//     turns into PHP's fatal error.
//   - A heap belongs to one executor: no locks, no sharing.
//
// With -tags ebbdebug freed blocks are poisoned, frees are checked against the set
// of live blocks, and FailNth makes a chosen allocation fail.
package mm
