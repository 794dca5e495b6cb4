// Package opcode holds the one table of VM instructions.
//
// The set, the numbers and the names are those of PHP 8.5's engine; a few
// numbers that PHP 8.2 still used (EXIT) or that were withdrawn (JMPZNZ) keep
// their place. Everything that needs to know something about instructions in
// general — the disassembler, the verifier, the computation of live ranges,
// coverage reports, machine-code save points — reads this table and keeps no
// list of its own.
//
// What this package must not know: how operands are encoded, what values look
// like, how an instruction is carried out.
//
// Invariants: Op is a byte; Info is defined for every Op that has a name; an
// instruction that may run PHP code may also throw.
package opcode
