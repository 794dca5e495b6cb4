// Package amd64 turns an ir.Func into machine code for x86-64.
//
// The files follow the way of an instruction: regs.go says what each register is
// for; lower.go, with integer.go, float.go and branch.go for the operations,
// chooses the machine instructions; encode.go writes their bytes; relax.go gives
// the branches their final, shortest form.
//
// Convention. RSI is ir.IP, RBX ir.FP, RDI ir.CTX. R14 is the Go runtime's g:
// read by PollG, never written. RSP never changes; the code is CALLed, so that
// [RSP] is the return address and word i of the spill area is [RSP+8+8i]. RAX,
// RCX, RDX, XMM14 and XMM15 are scratch within the code of one operation. All
// others belong to the register allocator. The code leaves by RET with the
// exit code in RAX and may have changed everything but R14 and RSP; who called
// it restores what Go wants (RBP, a zero XMM15).
//
// The code refers to itself only relatively and may be placed anywhere.
//
// What this package must not know: opcodes, layouts of PHP's data, how code
// memory is managed.
//
// Invariants: no operation leaves anything in a scratch register or in the
// flags for another; a result is written only after all operands were read, or
// where the register is an operand's, only if that operand is not needed any
// more.
package amd64
