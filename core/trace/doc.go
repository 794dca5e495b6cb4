// Package trace records what the virtual machine and its heap do, as events of
// one fixed size, so that the command line's reports and the playground's
// drawings show what happened instead of deriving it again.
//
// What it must not know: the heap, frames, values, PHP. It imports nothing of
// this module; those who produce events (core/mm, core/vmstack, core/rt) import
// it and hand it plain numbers.
//
// Invariants
//
//   - Off costs one comparison: a nil *Recorder means "not recording", and every
//     caller tests the pointer before it calls.
//   - Memory is bounded whatever runs: the ring has a fixed length, the site
//     table and the name table have caps, and everything beyond is folded into
//     an "other" row rather than dropped from the totals.
//   - Counters are exact even when the ring has overwritten the events they
//     were counted from.
//   - A Record is 48 bytes, little-endian, without padding: browsers read batches
//     of them with a DataView and generated code may append them.
//
// A Recorder belongs to one executor and is not safe for concurrent use.
package trace
