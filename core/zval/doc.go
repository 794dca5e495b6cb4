// Package zval is the data of a PHP program: values, strings, tables (PHP's
// arrays), references, and the storage of objects and resources, with their
// reference counts and the collector of cycles. Layouts, sizes, growth and
// collection order are Zend's (PHP 8.2's figures, 8.5's language rules).
//
// It must not know classes beyond ClassDesc, functions, frames, warnings or
// exceptions: whatever could run PHP code or report something is a hook in
// Space or a result the caller turns into a message.
//
// # Ownership
//
// A *String, *Table, *Object, *Reference obtained from New..., Alloc..., Dup...,
// Concat... is owned by the caller: one reference, to be moved into a Value or
// released. Parameters are borrowed unless the doc says "moves" or "consumes".
// A *Value is a borrowed slot; it is good until its table grows, is separated,
// rehashed or freed, so no slot survives a call that may run PHP code.
//
// # Invariants
//
//   - Off-heap memory holds addresses as integers, never Go pointers.
//   - A count is kept for every payload whose Value has the Refcounted flag, and
//     only for those. What has GCImmutable (interned strings, frozen tables, the
//     empty table) is never counted; its Values carry no flags.
//   - A table is written only while its count is 1 (Separate first).
//   - Value.U in a hash table chains collisions; copying into a slot keeps it.
//   - Releasing never recurses on the Go stack: a million nested arrays or
//     linked objects are taken apart by the work list in release.go, in the
//     order Zend's recursion has.
//   - Walkers that do recurse (compare, identical, freeze) carry a depth limit.
//
// # Files
//
//	layout.go   structs, sizes and every unsafe access
//	space.go    Space: allocator, hooks, interned strings
//	string.go   strings            value.go    slots: assign, separate, references
//	table.go    tables: life       insert.go   insertion, deletion
//	find.go     lookups            iterate.go  iteration, iterators that survive change
//	sort.go     sorting            object.go   object storage
//	release.go  the work list      gc.go       the collector of cycles
//	numstr.go   text to number     double.go   number to text, conversions
//	compare.go  comparisons        ops.go      operators without side effects
//	pow.go      accurate powers    shift.go    see there
package zval
