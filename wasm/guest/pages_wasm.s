#include "textflag.h"

// func grow(pages int32) int32
TEXT ·grow(SB), NOSPLIT, $0-12
	Get SP
	I32Load pages+0(FP)
	GrowMemory
	I32Store ret+8(FP)
	RET

// func size() int32
TEXT ·size(SB), NOSPLIT, $0-4
	Get SP
	CurrentMemory
	I32Store ret+0(FP)
	RET
