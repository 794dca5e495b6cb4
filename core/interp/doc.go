// Package interp is the Go loop: the portable tier that runs oplines, and the
// reference for every other one.
//
// One switch (dispatch.go) holds each opcode's fast path inline and calls the
// opcode's family file for the rest. A slow path is a function
//
//	func(x *rt.Exec, fp *vmstack.Frame, op *code.Opline) *code.Opline
//
// that does the whole instruction and returns the next one, or nil to leave
// the loop; the current frame is then Context.FP. Fast paths neither call nor
// save anything, so that opline and frame stay in registers.
//
// Invariants
//
//   - A PHP call never recurses in Go: INIT_* pushes a frame, DO_* makes it
//     current, RETURN pops it, all inside one loop. Only Exec.Run, which
//     builtins and hooks use, starts another loop, on a frame flagged CallTop.
//   - Frame.Opline is the executing instruction whenever something may warn,
//     throw or run PHP: every slow path begins by saving it.
//   - An instruction consumes its temporary operands, also when it throws, and
//     leaves its result defined (UNDEF will do) when it throws: unwinding
//     releases the result of the instruction that threw.
//   - No *zval.Value borrowed from a table, object or frame survives a call
//     that may run PHP, unless what holds it is known to be pinned.
//
// What it must not know: source text, the compiler, builtins' bodies, hosts.
package interp
