package code

import "github.com/ebb-vm/ebb/core/opcode"

// Operand is an operand before Finalize. By kind, N is the number of a
// literal (Const), a temporary counted from 0 (Tmp, Var) or a compiled
// variable (CV); for Unused it is whatever the instruction's row in
// core/opcode says, jump targets being opline numbers.
type Operand struct {
	Kind Kind
	N    uint32
}

// Op is an instruction before Finalize. Ext is a jump target for the
// instructions whose row says so.
type Op struct {
	Code opcode.Op
	Op1  Operand
	Op2  Operand
	Res  Operand
	Ext  uint32
	Line uint32
}

// Draft is a function that is being compiled or optimized. A carries what
// does not depend on the instructions (names, parameters, flags); Finalize
// completes it.
type Draft struct {
	A       *OpArray
	Ops     []Op
	Lits    []Lit
	CVs     []string
	NumTmps int
	Try     []TryCatch

	// CacheSize is the run-time cache taken so far, in bytes.
	CacheSize int
	// NumArgs is the number of declared parameters without the variadic one.
	NumArgs  int
	Required int

	// SeparateDefines computes live ranges as PHP 8.2 did, which took SEPARATE for
	// a definition: what a ??= had fetched was then released twice when its
	// assignment threw. Only comparisons with that version want it.
	SeparateDefines bool
}

// AddLit files a literal and returns its number.
func (d *Draft) AddLit(l Lit) uint32 {
	d.Lits = append(d.Lits, l)
	return uint32(len(d.Lits) - 1)
}

// Cache takes n 8-byte cells of run-time cache and returns their offset.
func (d *Draft) Cache(n int) uint32 {
	at := d.CacheSize
	d.CacheSize += n * 8
	return uint32(at)
}

// NoTry is the operand of FAST_RET and DISCARD that stands outside any try.
const NoTry = ^uint32(0)

// LastCatch is bit 0 of CATCH's extended value.
const LastCatch = 1
