// Package report turns what a run counted and recorded into the figures that
// every home shows: the command line's `ebb pages --json` and a guest's report
// have the same keys with the same meaning because both come from here.
//
// What it must not know: how a script is run, where its report is printed.
//
// Invariants
//
//   - Every figure is a counter of the VM stack or a row of the recorder's site
//     table; nothing is derived from the program.
//   - pages_from_heap + pages_from_cache = pages_to_heap + pages_to_cache + pages
//     in use. The stack's first page counts as taken from the heap, and so do
//     oversized pages, which oversized_pages counts once more.
package report
