// Package regalloc gives each virtual register of an ir.Func a physical
// register or a word of the spill area. It knows no instruction set: a Target
// lists the registers that may be used, and the back end reads the answer.
//
// A virtual register has one place for its whole life; nothing is split, so
// that a Func needs no rewriting and a branch needs no moves on its edges. The
// steps, one file each:
//
//	blocks.go  operands in a compact form; runs of code between labels; how
//	           often each is expected to run (loops, cold parts)
//	live.go    dataflow over those runs, then for each register the exact
//	           ranges of positions where its value is needed
//	assign.go  registers joined by moves are coalesced, then placed in the
//	           order of the traffic they cause per position they occupy
//
// Positions: instruction i reads at 2i and writes at 2i+1. A value read for
// the last time by i lives to 2i+1 (exclusive), so the result of i may take its
// register; a value needed where a branch goes lives to 2i+2, so the result of
// a checked operation, written before the branch, may not.
//
// Runs are not basic blocks: a branch in the middle of a run is a side exit,
// and what is live at its target is live before it. Code of guards is thereby
// one run, and most registers are local to one, out of the dataflow's sight.
//
// What this package must not know: instruction sets, opcodes, layouts.
//
// Invariants: two registers of one class whose ranges share a position never
// share a place; the pinned registers have none; Allocate does not change the
// function.
package regalloc
