package template

import (
	"github.com/ebb-vm/ebb/jit/abi"
	"github.com/ebb-vm/ebb/jit/ir"
)

// Small blocks are taken from and given back to the heap's free lists here, as
// core/mm does it; see the comment on its layout. An empty list, blocks of
// other kinds, and debug builds go to Go.

// releasable makes sure that the value of variable m can be overwritten with
// nothing more to do than what countDown does: it is not counted, or others
// hold it too and it is no business of the cycle collector, or it is a string
// in a small block. It does not count down yet: the register is the payload to
// count down, or 0. References go to Go.
func (t *T) releasable(m ir.Mem) ir.Reg { return t.giveable(m, true) }

func (t *T) giveable(m ir.Mem, variable bool) ir.Reg {
	p, l, last, slow := t.NewReg(), t.NewLabel(), t.NewLabel(), t.Slow()
	t.Const(p, 0)
	t.BrTestM32(ir.EQ, m.Plus(abi.ValT), abi.Counted, l)
	if variable {
		t.BrM8(ir.EQ, m.Plus(abi.ValT), int64(abi.Ref), slow)
	}
	t.Ld64(p, m)
	t.BrM32(ir.LE, ir.At(p, abi.RC), 1, last)
	if variable {
		info := t.NewReg()
		t.Ld32(info, ir.At(p, abi.GCInfo))
		t.BrTest(ir.EQ, info, int64(abi.GCInfoMask|abi.GCNotCollectable), slow)
	}
	t.Bind(l)
	t.Cold(func() {
		b := t.Builder
		b.Bind(last)
		b.BrM8(ir.NE, m.Plus(abi.ValT), int64(abi.String), slow)
		b.BrM64I(ir.EQ, ir.At(ir.CTX, abi.CtxSizes), 0, slow)
		info := pageInfo(b, p)
		b.BrTest(ir.EQ, info, int64(abi.InfoSmall), slow)
		b.Jmp(l)
	})
	return p
}

// temporary is releasable of a temporary operand, which may have been the last
// but one holder of an array: Zend does not tell its collector about those.
func (t *T) temporary(n int) ir.Reg {
	if t.kind(n)&abi.TmpVar == 0 || t.Type(n) != Unknown {
		return ir.None
	}
	return t.giveable(t.Mem(n), false)
}

// countDown ends what releasable began.
func (t *T) countDown(p ir.Reg) {
	if p == ir.None {
		return
	}
	l, last := t.NewLabel(), t.NewLabel()
	t.BrI(ir.EQ, p, 0, l)
	t.DecZ32(ir.At(p, abi.RC), last)
	t.Bind(l)
	t.Cold(func() {
		b := t.Builder
		b.Bind(last)
		free(b, p)
		b.Jmp(l)
	})
}

// pageInfo is the info word of the page that block p lies in. Blocks of whole
// chunks give a word that is no small page's, that of the chunk's header.
func pageInfo(b *ir.Builder, p ir.Reg) ir.Reg {
	chunk, page, info := b.NewReg(), b.NewReg(), b.NewReg()
	b.OpI(ir.And, chunk, p, -abi.ChunkSize)
	b.OpI(ir.Shr, page, p, abi.PageShift)
	b.OpI(ir.And, page, page, abi.ChunkSize>>abi.PageShift-1)
	b.Ld32(info, ir.Mem{Base: chunk, Index: page, Scale: 2, Off: abi.ChunkInfo})
	return info
}

// free gives a small block back.
func free(b *ir.Builder, p ir.Reg) {
	bin, sizes, size, heap, used, head := b.NewReg(), b.NewReg(), b.NewReg(), b.NewReg(), b.NewReg(), b.NewReg()
	b.OpI(ir.And, bin, pageInfo(b, p), int64(abi.InfoBin))
	b.Ld64(sizes, ir.At(ir.CTX, abi.CtxSizes))
	b.Ld32(size, ir.Mem{Base: sizes, Index: bin, Scale: 2})
	b.Ld64(heap, ir.At(ir.CTX, abi.CtxHeap))
	b.Ld64(used, ir.At(heap, abi.HeapSize))
	b.Op2(ir.Sub, used, used, size)
	b.St64(ir.At(heap, abi.HeapSize), used)
	list := ir.Mem{Base: heap, Index: bin, Scale: 3, Off: abi.HeapFree}
	b.Ld64(head, list)
	b.St64(ir.At(p, 0), head)
	b.St64(list, p)
}

// alloc takes a block of n bytes.
func alloc(b *ir.Builder, n ir.Reg, slow ir.Label) ir.Reg {
	p, bin, sizes, size, heap, used, next, l := b.NewReg(), b.NewReg(), b.NewReg(), b.NewReg(), b.NewReg(), b.NewReg(), b.NewReg(), b.NewLabel()
	b.BrI(ir.UGT, n, abi.MaxSmall, slow)
	b.Ld64(sizes, ir.At(ir.CTX, abi.CtxSizes))
	b.BrI(ir.EQ, sizes, 0, slow)
	b.OpI(ir.Add, bin, n, 7)
	b.OpI(ir.Shr, bin, bin, 3)
	b.Ld8(bin, ir.AtIndex(sizes, bin, abi.SizesBins))
	b.Ld64(heap, ir.At(ir.CTX, abi.CtxHeap))
	list := ir.Mem{Base: heap, Index: bin, Scale: 3, Off: abi.HeapFree}
	b.Ld64(p, list)
	b.BrI(ir.EQ, p, 0, slow)
	b.Ld64(next, ir.At(p, 0))
	b.St64(list, next)
	b.Ld32(size, ir.Mem{Base: sizes, Index: bin, Scale: 2})
	b.Ld64(used, ir.At(heap, abi.HeapSize))
	b.Op2(ir.Add, used, used, size)
	b.St64(ir.At(heap, abi.HeapSize), used)
	b.BrM64(ir.UGE, ir.At(heap, abi.HeapPeak), used, l)
	b.St64(ir.At(heap, abi.HeapPeak), used)
	b.Bind(l)
	return p
}

// copyBytes copies n bytes (n is not 0) to a place in a string that is not the source.
func copyBytes(b *ir.Builder, to, from ir.Mem, n ir.Reg) {
	i, v, words, tail, bytes, done := b.NewReg(), b.NewReg(), b.NewLabel(), b.NewLabel(), b.NewLabel(), b.NewLabel()
	src, dst := b.NewReg(), b.NewReg()
	b.Lea(src, from)
	b.Lea(dst, to)
	b.Const(i, 8)
	b.Bind(words)
	b.Br(ir.UGT, i, n, tail)
	b.Ld64(v, ir.AtIndex(src, i, -8))
	b.St64(ir.AtIndex(dst, i, -8), v)
	b.OpI(ir.Add, i, i, 8)
	b.Jmp(words)
	b.Bind(tail)
	b.OpI(ir.Sub, i, i, 8)
	b.Bind(bytes)
	b.Br(ir.UGE, i, n, done)
	b.Ld8(v, ir.AtIndex(src, i, 0))
	b.St8(ir.AtIndex(dst, i, 0), v)
	b.OpI(ir.Add, i, i, 1)
	b.Jmp(bytes)
	b.Bind(done)
}

// concat is CONCAT and FAST_CONCAT of two strings of which neither is empty.
func (t *T) concat() bool {
	if t.C != nil && (t.Type(One) != Unknown || t.Type(Two) != Unknown) {
		return false
	}
	a, c := t.temporary(One), t.temporary(Two)
	m1, m2 := t.Mem(One), t.Mem(Two)
	t.guardLow(m1, abi.String)
	t.guardLow(m2, abi.String)
	x, y, n1, n2, n, bytes := t.NewReg(), t.NewReg(), t.NewReg(), t.NewReg(), t.NewReg(), t.NewReg()
	slow := t.Slow()
	t.Ld64(x, m1)
	t.Ld64(y, m2)
	t.Ld64(n1, ir.At(x, abi.StrLen))
	t.Ld64(n2, ir.At(y, abi.StrLen))
	t.BrI(ir.EQ, n1, 0, slow)
	t.BrI(ir.EQ, n2, 0, slow)
	t.Op2(ir.Add, n, n1, n2)
	t.BrI(ir.UGT, n1, abi.MaxSmall, slow) // the sum cannot overflow then
	t.BrI(ir.UGT, n2, abi.MaxSmall, slow)
	t.OpI(ir.Add, bytes, n, abi.StrBytes+1)
	p := alloc(t.Builder, bytes, slow)
	t.newString(p, n)
	copyBytes(t.Builder, ir.At(p, abi.StrBytes), ir.At(x, abi.StrBytes), n1)
	copyBytes(t.Builder, ir.AtIndex(p, n1, abi.StrBytes), ir.At(y, abi.StrBytes), n2)
	t.countDown(a)
	t.countDown(c)
	m := t.dest(Res)
	t.St64(m, p)
	t.St32I(m.Plus(abi.ValT), int64(abi.StringEx))
	t.Next(1)
	return true
}

// newString writes the header of a string of n bytes, and its NUL.
func (t *T) newString(p, n ir.Reg) {
	t.St32I(ir.At(p, abi.RC), 1)
	t.St32I(ir.At(p, abi.GCInfo), int64(abi.StringInfo))
	t.St64I(ir.At(p, abi.StrHash), 0)
	t.St64(ir.At(p, abi.StrLen), n)
	t.St8I(ir.AtIndex(p, n, abi.StrBytes), 0)
}

// appendString is .= of a string to a variable whose string is its own and has
// room in its block.
func (t *T) appendString() bool {
	if t.K1 != abi.CV || t.used() || t.C != nil && (t.Type(One) != Unknown || t.Type(Two) != Unknown) {
		return false
	}
	c := t.temporary(Two)
	m1, m2 := t.Mem(One), t.Mem(Two)
	slow := t.Slow()
	t.BrM32(ir.NE, m1.Plus(abi.ValT), int64(abi.StringEx), slow)
	t.guardLow(m2, abi.String)
	x, y, n1, n2, n, need, room, bin, sizes := t.NewReg(), t.NewReg(), t.NewReg(), t.NewReg(), t.NewReg(), t.NewReg(), t.NewReg(), t.NewReg(), t.NewReg()
	t.Ld64(x, m1)
	t.Ld64(y, m2)
	t.Br(ir.EQ, x, y, slow)
	t.BrM32(ir.NE, ir.At(x, abi.RC), 1, slow)
	t.Ld64(n1, ir.At(x, abi.StrLen))
	t.Ld64(n2, ir.At(y, abi.StrLen))
	t.BrI(ir.EQ, n1, 0, slow)
	t.BrI(ir.EQ, n2, 0, slow)
	t.BrI(ir.UGT, n2, abi.MaxSmall, slow)
	t.Op2(ir.Add, n, n1, n2)
	fits, large := t.NewLabel(), t.NewLabel()
	// The page of a large block that is about to be filled belongs to the block.
	t.OpI(ir.Add, need, n, abi.StrBytes+1)
	t.BrI(ir.UGT, n1, abi.MaxSmall, large)
	t.Ld64(sizes, ir.At(ir.CTX, abi.CtxSizes))
	t.BrI(ir.EQ, sizes, 0, slow)
	info := pageInfo(t.Builder, x)
	t.BrTest(ir.EQ, info, int64(abi.InfoSmall), slow)
	t.OpI(ir.And, bin, info, int64(abi.InfoBin))
	t.Ld32(room, ir.Mem{Base: sizes, Index: bin, Scale: 2})
	t.Br(ir.UGT, need, room, slow)
	t.Bind(fits)
	t.St64(ir.At(x, abi.StrLen), n)
	t.St64I(ir.At(x, abi.StrHash), 0)
	t.St8I(ir.AtIndex(x, n, abi.StrBytes), 0)
	copyBytes(t.Builder, ir.AtIndex(x, n1, abi.StrBytes), ir.At(y, abi.StrBytes), n2)
	t.countDown(c)
	t.Next(1)
	b := t.Builder
	t.Cold(func() {
		b.Bind(large)
		have, page := b.NewReg(), b.NewReg()
		b.OpI(ir.Add, have, n1, abi.StrBytes)
		b.OpI(ir.Shr, have, have, abi.PageShift)
		b.OpI(ir.Sub, page, need, 1)
		b.OpI(ir.Shr, page, page, abi.PageShift)
		b.Br(ir.NE, have, page, slow)
		b.Jmp(fits)
	})
	return true
}
