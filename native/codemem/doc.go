// Package codemem holds machine code.
//
// A Memory is one file in memory mapped twice: a view to write and a view to
// execute. Neither is ever both, so that nothing has to change protection when
// code is added or patched while other code of the same block runs.
//
// What this package must not know: instructions, what the code does, who runs it.
//
// Invariants: an address that Put has returned stays valid until Close; code
// is only added, never moved.
package codemem
