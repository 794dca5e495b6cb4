// Package mmap is the page source of native builds: memory straight from the
// operating system, aligned to the heap's chunks.
//
// What it must not know: what a heap does with the memory. It imports core/mm for
// the interface only. Where there is no mmap, New returns the portable source of
// core/mm, so callers need not ask what they run on.
//
// Invariant: a mapping is never part of the Go heap and is given back page by page
// as its owner asks; the source itself keeps no list of mappings.
package mmap
