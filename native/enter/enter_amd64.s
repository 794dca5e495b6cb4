#include "textflag.h"
#include "funcdata.h"

// func run(ctx unsafe.Pointer) (code uint64)
// The frame is spill space for the code, from 8(SP) on as it sees it. BP is
// saved and restored because the frame is not empty; the caller's ABI wrapper
// restores R14 and X15.
TEXT ·run(SB), 0, $256-16
	NO_LOCAL_POINTERS
	MOVQ ctx+0(FP), DI
	MOVQ 0(DI), SI
	MOVQ 8(DI), BX
	MOVQ (TLS), R14
	MOVQ (SI), AX
	CALL AX
	MOVL AX, AX
	MOVQ AX, code+8(FP)
	RET

// func runAt(ctx unsafe.Pointer, pc uintptr) (code uint64)
TEXT ·runAt(SB), 0, $256-24
	NO_LOCAL_POINTERS
	MOVQ ctx+0(FP), DI
	MOVQ 0(DI), SI
	MOVQ 8(DI), BX
	MOVQ (TLS), R14
	MOVQ pc+8(FP), AX
	CALL AX
	MOVL AX, AX
	MOVQ AX, code+16(FP)
	RET

// func g() (gp, lo, hi, guard uintptr)
TEXT ·g(SB), NOSPLIT, $0-32
	MOVQ (TLS), AX
	MOVQ AX, gp+0(FP)
	MOVQ 0(AX), CX
	MOVQ CX, lo+8(FP)
	MOVQ 8(AX), CX
	MOVQ CX, hi+16(FP)
	MOVQ 16(AX), CX
	MOVQ CX, guard+24(FP)
	RET
