#include "textflag.h"
#include "funcdata.h"

// func run(ctx unsafe.Pointer) (code uint64)
// The frame is spill space for the code, from 8(RSP) on; the return address is
// in R30, which the code keeps.
TEXT ·run(SB), 0, $256-16
	NO_LOCAL_POINTERS
	MOVD ctx+0(FP), R22
	MOVD 0(R22), R20
	MOVD 8(R22), R21
	MOVD (R20), R16
	CALL (R16)
	MOVWU R0, R0
	MOVD R0, code+8(FP)
	RET

// func runAt(ctx unsafe.Pointer, pc uintptr) (code uint64)
TEXT ·runAt(SB), 0, $256-24
	NO_LOCAL_POINTERS
	MOVD ctx+0(FP), R22
	MOVD 0(R22), R20
	MOVD 8(R22), R21
	MOVD pc+8(FP), R16
	CALL (R16)
	MOVWU R0, R0
	MOVD R0, code+16(FP)
	RET

// func g() (gp, lo, hi, guard uintptr)
TEXT ·g(SB), NOSPLIT, $0-32
	MOVD g, R0
	MOVD R0, gp+0(FP)
	MOVD 0(R0), R1
	MOVD R1, lo+8(FP)
	MOVD 8(R0), R1
	MOVD R1, hi+16(FP)
	MOVD 16(R0), R1
	MOVD R1, guard+24(FP)
	RET
