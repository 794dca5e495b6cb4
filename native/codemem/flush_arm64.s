#include "textflag.h"

// func flush(p, n uintptr)
// Cleans the data cache and invalidates the instruction cache, line by line;
// the line sizes are in CTR_EL0 as powers of two of words.
TEXT ·flush(SB), NOSPLIT, $0-16
	MOVD p+0(FP), R0
	MOVD n+8(FP), R1
	ADD  R0, R1, R1
	MRS  CTR_EL0, R2
	AND  $15, R2, R3
	MOVD $4, R4
	LSL  R3, R4, R3 // bytes of an instruction line
	LSR  $16, R2, R5
	AND  $15, R5, R5
	LSL  R5, R4, R5 // bytes of a data line
	SUB  $1, R5, R6
	BIC  R6, R0, R7
data:
	WORD $0xD50B7B27 // dc cvau, x7
	ADD  R5, R7, R7
	CMP  R1, R7
	BLO  data
	WORD $0xD5033B9F // dsb ish
	SUB  $1, R3, R6
	BIC  R6, R0, R7
instructions:
	WORD $0xD50B7527 // ic ivau, x7
	ADD  R3, R7, R7
	CMP  R1, R7
	BLO  instructions
	WORD $0xD5033B9F // dsb ish
	WORD $0xD5033FDF // isb
	RET
