// Package vmstack is the VM stack: the linked pages on which call frames are
// pushed, and the cache of freed pages that keeps a program whose call depth
// swings across a page boundary away from the allocator.
//
//	page (256 KB)                              page
//	+-----------+-------+-------+----------+   +-----------+-------+------
//	| top end   | frame | frame | (too     |   | top end   | frame | ...
//	| prev      |       |       |  small)  |<--| prev      | A     |
//	+-----------+-------+-------+----------+   +-----------+-------+------
//	0          32                              A: CallAllocated, first of its page
//
// A frame is a header of 80 bytes followed by compiled variables, temporaries
// and extra arguments, 16 bytes each. It never spans two pages: one that does
// not fit behind the current top opens a new page, carries CallAllocated, and
// gives the whole page back when it is popped.
//
// What it must not know: opcodes, functions' metadata, PHP values' meaning. It
// moves frames, it neither initialises nor releases what they hold.
//
// Invariants
//
//   - Context.Top, End and Page describe the current page; its header's top is
//     stale until another page is put on it. Every tier pushes by bumping
//     Context.Top and calls Push only when Top+size would pass End. A stack
//     that is watched keeps End at the page's start, so every push calls Push.
//   - Frames are popped in the reverse order of their push; a half-built call
//     is a frame like any other.
//   - Only pages of exactly the standard size enter the cache or come from it.
//     The test is made on both sides, so a page of another size (an oversized
//     frame, a Fiber's small pages) can neither get in nor be handed out.
//   - The cache belongs to one executor and is empty once its stack is
//     destroyed: nothing outlives the request.
package vmstack
