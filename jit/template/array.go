package template

import (
	"math"

	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/jit/abi"
	"github.com/ebb-vm/ebb/jit/ir"
)

// element is the address of the element of table p with the key in operand
// key, an integer or a string. Where there is none, control goes to missing;
// keys of other kinds, and strings that look like numbers or have to be
// compared byte by byte, go to Go.
func (t *T) element(p ir.Reg, key int, missing ir.Label) ir.Reg {
	e := t.NewReg()
	switch k := t.expect(key); {
	case k == abi.Long:
		t.Guard(key, abi.Long, t.Slow())
		t.intElement(e, p, t.Int(key), missing)
	case k != Unknown:
		t.Jmp(t.Slow()) // to be converted
	case t.kind(key) == abi.Const && t.C != nil:
		if typ, _ := t.C.Flow.Literal(t.C.literal(key)); typ&0xff != abi.String {
			t.Jmp(t.Slow())
		} else {
			t.strElement(e, p, key, missing)
		}
	default:
		m := t.Mem(key)
		str, done := t.NewLabel(), t.NewLabel()
		t.BrM32(ir.NE, m.Plus(abi.ValT), int64(abi.Long), str)
		n := t.NewReg()
		t.Ld64(n, m)
		t.intElement(e, p, n, missing)
		t.Jmp(done)
		t.Bind(str)
		t.strElement(e, p, key, missing)
		t.Bind(done)
	}
	return e
}

// intElement finds an integer key.
func (t *T) intElement(e, p, n ir.Reg, missing ir.Label) {
	hash, done, loop := t.NewLabel(), t.NewLabel(), t.NewLabel()
	data, used := t.NewReg(), t.NewReg()
	t.Ld64(data, ir.At(p, abi.TabData))
	t.BrTestM32(ir.EQ, ir.At(p, abi.TabFlags), abi.TablePacked, hash)
	t.Ld32(used, ir.At(p, abi.TabUsed))
	t.Br(ir.UGE, n, used, missing)
	off := t.NewReg()
	t.OpI(ir.Shl, off, n, 4) // abi.ValSize
	t.Op2(ir.Add, e, data, off)
	t.BrM32(ir.EQ, ir.At(e, abi.ValT), int64(abi.Undef), missing)
	t.Jmp(done)
	t.Bind(hash)
	t.chain(e, p, data, n)
	t.Bind(loop)
	next := t.NewLabel()
	t.BrI(ir.EQ, e, 0xffffffff, missing)
	t.OpI(ir.Shl, e, e, 5) // a bucket
	t.Op2(ir.Add, e, e, data)
	t.BrM64(ir.NE, ir.At(e, abi.BucketH), n, next)
	t.BrM64I(ir.EQ, ir.At(e, abi.BucketKey), 0, done)
	t.Bind(next)
	t.Ld32(e, ir.At(e, abi.ValU))
	t.Jmp(loop)
	t.Bind(done)
}

// chain loads the number of the first bucket of the chain of hash h.
func (t *T) chain(e, p, data, h ir.Reg) {
	mask, i := t.NewReg(), t.NewReg()
	t.Ld32(mask, ir.At(p, abi.TabMask))
	t.Op2(ir.Or, i, h, mask)
	t.Op1(ir.Sext32, i, i)
	t.Ld32(e, ir.Mem{Base: data, Index: i, Scale: 2})
}

// strElement finds a string key. A packed table has none.
func (t *T) strElement(e, p ir.Reg, key int, missing ir.Label) {
	m := t.Mem(key)
	if !(t.C != nil && t.kind(key) == abi.Const) {
		t.guardLow(m, abi.String)
	}
	s, h := t.NewReg(), t.NewReg()
	t.Ld64(s, m)
	t.Ld64(h, ir.At(s, abi.StrHash))
	if t.kind(key) != abi.Const {
		t.notNumeric(s)
		t.hash(s, h)
	}
	t.BrTestM32(ir.NE, ir.At(p, abi.TabFlags), abi.TablePacked, missing)
	data, loop, next, done := t.NewReg(), t.NewLabel(), t.NewLabel(), t.NewLabel()
	t.Ld64(data, ir.At(p, abi.TabData))
	t.chain(e, p, data, h)
	t.Bind(loop)
	t.BrI(ir.EQ, e, 0xffffffff, missing)
	t.OpI(ir.Shl, e, e, 5)
	t.Op2(ir.Add, e, e, data)
	t.BrM64(ir.EQ, ir.At(e, abi.BucketKey), s, done)
	same := t.NewLabel()
	t.BrM64(ir.EQ, ir.At(e, abi.BucketH), h, same)
	t.Bind(next)
	t.Ld32(e, ir.At(e, abi.ValU))
	t.Jmp(loop)
	t.Cold(func() {
		b := t.Builder
		b.Bind(same)
		k := b.NewReg()
		b.Ld64(k, ir.At(e, abi.BucketKey))
		b.BrI(ir.EQ, k, 0, next)
		equal(b, s, k, next)
		b.Jmp(done)
	})
	t.Bind(done)
}

// notNumeric sends a string to Go that may be a decimal integer, which as a key
// is another thing.
func (t *T) notNumeric(s ir.Reg) {
	slow, ok := t.Slow(), t.NewLabel()
	t.BrM8(ir.UGT, ir.At(s, abi.StrBytes), '9', ok)
	n := t.NewReg()
	t.Ld64(n, ir.At(s, abi.StrLen))
	t.BrI(ir.EQ, n, 0, ok)
	look := t.NewLabel()
	t.BrM8(ir.ULE, ir.AtIndex(s, n, abi.StrBytes-1), '9', look)
	t.Bind(ok)
	b := t.Builder
	t.Cold(func() {
		i := b.NewReg()
		loop := b.NewLabel()
		b.Bind(look)
		b.Const(i, 0)
		b.Bind(loop)
		b.BrM8(ir.UGT, ir.AtIndex(s, i, abi.StrBytes), '9', ok)
		b.OpI(ir.Add, i, i, 1)
		b.Br(ir.ULT, i, n, loop)
		b.Jmp(slow)
	})
}

// hash makes sure that string s has its hash, and h is it.
func (t *T) hash(s, h ir.Reg) {
	have, none := t.NewLabel(), t.NewLabel()
	t.BrI(ir.EQ, h, 0, none)
	t.Bind(have)
	t.Cold(func() {
		// As zval.Hash: times 33 and the next byte, from 5381, with the top bit set.
		b := t.Builder
		loop, end := b.NewLabel(), b.NewLabel()
		i, n, c, x := b.NewReg(), b.NewReg(), b.NewReg(), b.NewReg()
		b.Bind(none)
		b.Const(i, 0)
		b.Const(h, 5381)
		b.Ld64(n, ir.At(s, abi.StrLen))
		b.Bind(loop)
		b.Br(ir.UGE, i, n, end)
		b.Ld8(c, ir.AtIndex(s, i, abi.StrBytes))
		b.OpI(ir.Shl, x, h, 5)
		b.Op2(ir.Add, h, h, x)
		b.Op2(ir.Add, h, h, c)
		b.OpI(ir.Add, i, i, 1)
		b.Jmp(loop)
		b.Bind(end)
		top := b.NewReg()
		b.Const(top, -1<<63)
		b.Op2(ir.Or, h, h, top)
		b.St64(ir.At(s, abi.StrHash), h)
		b.Jmp(have)
	})
}

// equal branches to differ unless two strings have the same bytes.
func equal(b *ir.Builder, s, k ir.Reg, differ ir.Label) {
	n, i, x, y := b.NewReg(), b.NewReg(), b.NewReg(), b.NewReg()
	words, tail, done := b.NewLabel(), b.NewLabel(), b.NewLabel()
	b.Ld64(n, ir.At(s, abi.StrLen))
	b.BrM64(ir.NE, ir.At(k, abi.StrLen), n, differ)
	b.Const(i, 8)
	b.Bind(words)
	b.Br(ir.UGT, i, n, tail)
	b.Ld64(x, ir.AtIndex(s, i, abi.StrBytes-8))
	b.Ld64(y, ir.AtIndex(k, i, abi.StrBytes-8))
	b.Br(ir.NE, x, y, differ)
	b.OpI(ir.Add, i, i, 8)
	b.Jmp(words)
	// The rest, at most 7 bytes, lies in the same word of the block, as the NUL
	// does: what is behind it is shifted out.
	b.Bind(tail)
	b.OpI(ir.Sub, i, i, 8)
	b.Ld64(x, ir.AtIndex(s, i, abi.StrBytes))
	b.Ld64(y, ir.AtIndex(k, i, abi.StrBytes))
	b.Op2(ir.Xor, x, x, y)
	b.Op2(ir.Sub, i, n, i)
	b.BrI(ir.EQ, i, 0, done)
	b.OpI(ir.Xor, i, i, 7)
	b.OpI(ir.Add, i, i, 1)
	b.OpI(ir.Shl, i, i, 3)
	b.Op2(ir.Shl, x, x, i)
	b.BrI(ir.NE, x, 0, differ)
	b.Bind(done)
}

// copyElement makes the result a new reference to the value at e, or to the one
// that the reference there holds; INDIRECTs go to Go.
func (t *T) copyElement(e ir.Reg) {
	v, ty, low, plain := t.NewReg(), t.NewReg(), t.NewReg(), t.NewLabel()
	t.Ld32(ty, ir.At(e, abi.ValT))
	t.Ld64(v, ir.At(e, 0))
	t.OpI(ir.And, low, ty, 0xff)
	ref, value, slow := t.NewLabel(), t.NewLabel(), t.Slow()
	t.BrI(ir.UGE, low, int64(abi.Ref), ref)
	t.Bind(value)
	b := t.Builder
	t.Cold(func() {
		b.Bind(ref)
		b.BrI(ir.NE, low, int64(abi.Ref), slow)
		b.Ld32(ty, ir.At(v, abi.RefVal+abi.ValT))
		b.Ld64(v, ir.At(v, abi.RefVal))
		b.Jmp(value)
	})
	if t.C != nil && t.C.element(t, v, ty) {
		return // the compiler has put the value where it wants it
	}
	t.BrTest(ir.EQ, ty, abi.Counted, plain)
	t.AddM32(ir.At(v, abi.RC), 1)
	t.Bind(plain)
	t.put(t.dest(Res), v, ty)
}

// fetchDimR is FETCH_DIM_R of an element that is there.
func (t *T) fetchDimR(quiet bool) bool {
	if t.K2 == abi.Unused {
		return false
	}
	c := t.temporary(One)
	k := t.temporary(Two)
	str, done := ir.NoLabel, t.NewLabel()
	if x := t.expect(Two); t.K1 == abi.CV && (x == abi.Long || x == Unknown && t.K2 != abi.Const) && t.stringGuess() {
		if t.C != nil && x == abi.Long { // both ways need it
			t.Guard(Two, abi.Long, t.Slow())
			t.Int(Two)
		}
		str = t.NewLabel()
		t.BrM8(ir.EQ, t.Mem(One).Plus(abi.ValT), int64(abi.String), str)
	}
	p := t.array(t.Mem(One))
	e := t.element(p, Two, t.Slow())
	t.copyElement(e)
	t.countDown(c)
	t.countDown(k)
	if str != ir.NoLabel {
		t.Jmp(done)
		t.Bind(str)
		t.byteOf()
		t.Bind(done)
	}
	t.Next(1)
	return true
}

// stringGuess reports whether an offset may be one of a string: in compiled code
// either way must leave the result in memory.
func (t *T) stringGuess() bool { return t.C == nil || t.C.Flow.Guess(Res) == Unknown }

// byteOf makes the result the string of the byte at an offset of a string.
func (t *T) byteOf() {
	n, s, l, ok := t.NewReg(), t.NewReg(), t.NewReg(), t.NewLabel()
	if t.Type(Two) == Unknown {
		t.BrM32(ir.NE, t.Mem(Two).Plus(abi.ValT), int64(abi.Long), t.Slow())
		t.Ld64(n, t.Mem(Two))
	} else {
		t.Mov(n, t.Int(Two))
	}
	t.Ld64(s, t.Mem(One))
	t.Ld64(l, ir.At(s, abi.StrLen))
	t.BrI(ir.GE, n, 0, ok)
	t.Op2(ir.Add, n, n, l)
	t.Bind(ok)
	t.Br(ir.UGE, n, l, t.Slow())
	c, chars := t.NewReg(), t.NewReg()
	t.Ld64(chars, ir.At(ir.CTX, abi.CtxChars))
	t.BrI(ir.EQ, chars, 0, t.Slow())
	t.Ld8(c, ir.AtIndex(s, n, abi.StrBytes))
	t.OpI(ir.Shl, c, c, 5) // the distance of one-byte strings
	t.Op2(ir.Add, c, c, chars)
	m := t.dest(Res)
	t.St64(m, c)
	t.St32I(m.Plus(abi.ValT), int64(abi.String))
}

// unshared is the table of a variable that holds an array of its own.
func (t *T) unshared(m ir.Mem) ir.Reg {
	p, ok := t.NewReg(), t.NewLabel()
	t.Ld64(p, m)
	t.BrM32(ir.EQ, m.Plus(abi.ValT), int64(abi.ArrayEx), ok)
	t.BrM8(ir.NE, m.Plus(abi.ValT), int64(abi.Ref), t.Slow())
	t.BrM32(ir.NE, ir.At(p, abi.RefVal+abi.ValT), int64(abi.ArrayEx), t.Slow())
	t.Ld64(p, ir.At(p, abi.RefVal))
	t.Bind(ok)
	t.BrM32(ir.NE, ir.At(p, abi.RC), 1, t.Slow())
	return p
}

// container is the variable a writing instruction means: a compiled variable,
// or what a temporary points to.
func (t *T) container() ir.Mem {
	m := t.Mem(One)
	if t.K1 == abi.CV {
		return m
	}
	t.BrM32(ir.NE, m.Plus(abi.ValT), int64(abi.Indirect), t.Slow())
	p := t.NewReg()
	t.Ld64(p, m)
	return ir.At(p, 0)
}

// insertion is how an element that assignDim stores to came about; the table
// is only changed by commit, when nothing can go wrong any more.
type insertion struct {
	e, p  ir.Reg
	how   ir.Reg // one of the constants below
	n     ir.Reg // integer key, or hash
	key   ir.Reg // string key
	isStr bool   // a string key is possible
	isInt bool   // an integer key is
}

const (
	present  = iota // it is in the table
	appended        // behind the last one of a packed table
	hashed          // a new bucket, by integer
	named           // a new bucket, by string
)

// assignDim is ASSIGN_DIM to an element that is there, or for which there is room.
func (t *T) assignDim() bool {
	if t.K1&(abi.CV|abi.Var) == 0 {
		return false
	}
	k := t.temporary(Two)
	p := t.unshared(t.container())
	in := &insertion{e: t.NewReg(), p: p, how: t.NewReg(), n: t.NewReg(), key: t.NewReg()}
	e, store := in.e, t.NewLabel()
	t.Const(in.how, present)
	if t.K2 == abi.Unused {
		in.isInt = true
		t.Ld32(in.n, ir.At(p, abi.TabUsed))
		t.appendInt(in)
	} else {
		intKey := func(n ir.Reg) {
			in.isInt = true
			add := t.NewLabel()
			t.Mov(in.n, n)
			t.intElement(e, p, in.n, add)
			t.Jmp(store)
			t.Bind(add)
			t.addInt(in)
		}
		strKey := func() {
			in.isStr = true
			add := t.NewLabel()
			t.Const(in.n, 0) // an element that is there needs none
			t.Ld64(in.key, t.Mem(Two))
			t.strElement(e, p, Two, add)
			t.Jmp(store)
			t.Bind(add)
			t.Ld64(in.n, ir.At(in.key, abi.StrHash))
			t.addBucket(in, named)
		}
		switch x := t.expect(Two); {
		case x == abi.Long:
			t.Guard(Two, abi.Long, t.Slow())
			intKey(t.Int(Two))
		case x != Unknown:
			return false
		case t.K2 == abi.Const && t.C != nil:
			if typ, _ := t.C.Flow.Literal(t.C.literal(Two)); typ&0xff != abi.String {
				return false
			}
			strKey()
		default:
			m := t.Mem(Two)
			str := t.NewLabel()
			t.BrM32(ir.NE, m.Plus(abi.ValT), int64(abi.Long), str)
			n := t.NewReg()
			t.Ld64(n, m)
			t.Const(in.key, 0) // read where the kind of key is told by how
			intKey(n)
			t.Jmp(store)
			t.Bind(str)
			strKey()
		}
	}
	t.Bind(store)
	var v, ty ir.Reg
	x, plain := t.scalar(Data)
	old := ir.None
	if t.K2 != abi.Unused {
		t.BrM8(ir.EQ, ir.At(e, abi.ValT), int64(abi.Indirect), t.Slow())
		old = t.releasable(ir.At(e, 0))
	}
	if plain {
		if x == abi.Long {
			t.St64(ir.At(e, 0), t.Int(Data))
		} else {
			t.StF(ir.At(e, 0), t.Float(Data))
		}
		t.St32I(ir.At(e, abi.ValT), int64(x))
	} else {
		v, ty = t.fetch(Data)
		t.put(ir.At(e, 0), v, ty)
	}
	t.commit(in)
	t.countDown(old)
	t.countDown(k)
	if t.used() {
		if plain {
			t.copyFrom(Res, Data, x)
		} else {
			t.addRef(v, ty)
			t.put(t.dest(Res), v, ty)
		}
	}
	t.Next(2)
	return true
}

// addInt makes room for a new integer key.
func (t *T) addInt(in *insertion) {
	hash, done := t.NewLabel(), t.NewLabel()
	t.BrTestM32(ir.EQ, ir.At(in.p, abi.TabFlags), abi.TablePacked, hash)
	t.appendInt(in)
	t.Jmp(done)
	t.Bind(hash)
	t.BrI(ir.EQ, in.n, math.MaxInt64, t.Slow()) // there is no key behind it
	t.addBucket(in, hashed)
	t.Bind(done)
}

// appendInt makes room behind the last element of a packed table that is not
// full, if n is the next key; all else goes to Go.
func (t *T) appendInt(in *insertion) {
	used, off, size := t.NewReg(), t.NewReg(), t.NewReg()
	t.BrTestM32(ir.EQ, ir.At(in.p, abi.TabFlags), abi.TablePacked, t.Slow())
	t.Ld32(used, ir.At(in.p, abi.TabUsed))
	t.Br(ir.NE, in.n, used, t.Slow())
	t.BrM64(ir.NE, ir.At(in.p, abi.TabNext), in.n, t.Slow())
	t.Ld32(size, ir.At(in.p, abi.TabSize))
	t.Br(ir.UGE, in.n, size, t.Slow())
	t.Ld64(in.e, ir.At(in.p, abi.TabData))
	t.OpI(ir.Shl, off, in.n, 4)
	t.Op2(ir.Add, in.e, in.e, off)
	t.St32I(ir.At(in.e, abi.ValT), int64(abi.Undef)) // nothing to release
	t.Const(in.how, appended)
}

// addBucket makes room for a new bucket in a hash table that is not full.
func (t *T) addBucket(in *insertion, how int64) {
	used, off, size := t.NewReg(), t.NewReg(), t.NewReg()
	t.BrTestM32(ir.NE, ir.At(in.p, abi.TabFlags), abi.TablePacked|abi.TableUninitialized, t.Slow())
	t.Ld32(used, ir.At(in.p, abi.TabUsed))
	t.Ld32(size, ir.At(in.p, abi.TabSize))
	t.Br(ir.UGE, used, size, t.Slow())
	t.Ld64(in.e, ir.At(in.p, abi.TabData))
	t.OpI(ir.Shl, off, used, 5)
	t.Op2(ir.Add, in.e, in.e, off)
	t.St32I(ir.At(in.e, abi.ValT), int64(abi.Undef))
	t.Const(in.how, how)
}

// commit makes a new element part of its table.
func (t *T) commit(in *insertion) {
	done, bucket := t.NewLabel(), t.NewLabel()
	t.BrI(ir.EQ, in.how, present, done)
	hash := in.isStr || t.K2 != abi.Unused
	if in.isInt {
		if hash {
			t.BrI(ir.NE, in.how, appended, bucket)
		}
		t.AddM32(ir.At(in.p, abi.TabUsed), 1)
		t.AddM32(ir.At(in.p, abi.TabCount), 1)
		t.AddM64(ir.At(in.p, abi.TabNext), 1)
		t.Jmp(done)
	}
	t.Bind(bucket)
	if hash {
		mask, i, data, used, head := t.NewReg(), t.NewReg(), t.NewReg(), t.NewReg(), t.NewReg()
		t.Ld64(data, ir.At(in.p, abi.TabData))
		t.Ld32(mask, ir.At(in.p, abi.TabMask))
		t.Ld32(used, ir.At(in.p, abi.TabUsed))
		t.Op2(ir.Or, i, in.n, mask)
		t.Op1(ir.Sext32, i, i)
		h := ir.Mem{Base: data, Index: i, Scale: 2}
		t.Ld32(head, h)
		t.St32(ir.At(in.e, abi.ValU), head)
		t.St32(h, used)
		t.St64(ir.At(in.e, abi.BucketH), in.n)
		t.AddM32(ir.At(in.p, abi.TabUsed), 1)
		t.AddM32(ir.At(in.p, abi.TabCount), 1)
		str := t.NewLabel()
		if in.isStr && in.isInt {
			t.BrI(ir.EQ, in.how, named, str)
		}
		if in.isInt {
			t.St64I(ir.At(in.e, abi.BucketKey), 0)
			// The next free key is behind the greatest one so far.
			next := t.NewReg()
			t.BrM64(ir.GT, ir.At(in.p, abi.TabNext), in.n, done)
			t.OpI(ir.Add, next, in.n, 1)
			t.St64(ir.At(in.p, abi.TabNext), next)
			t.Jmp(done)
		}
		t.Bind(str)
		if in.isStr {
			t.St64(ir.At(in.e, abi.BucketKey), in.key)
			t.BrTestM32(ir.NE, ir.At(in.key, abi.GCInfo), abi.GCImmutable, done)
			t.AddM32(ir.At(in.key, abi.RC), 1)
			flags := t.NewReg()
			t.Ld32(flags, ir.At(in.p, abi.TabFlags))
			t.OpI(ir.And, flags, flags, ^int64(abi.TableStaticKeys)&0xffffffff)
			t.St32(ir.At(in.p, abi.TabFlags), flags)
		}
	}
	t.Bind(done)
}

// fetchDimW is FETCH_DIM_W and _RW of an element that is there: the result
// points to it.
func (t *T) fetchDimW() bool {
	if t.K1&(abi.CV|abi.Var) == 0 || t.K2 == abi.Unused || t.K2&abi.TmpVar != 0 && t.C != nil && t.expect(Two) != abi.Long {
		return false
	}
	p := t.unshared(t.container())
	var e ir.Reg
	if t.K2&abi.TmpVar != 0 {
		t.Guard(Two, abi.Long, t.Slow())
		e = t.NewReg()
		t.intElement(e, p, t.Int(Two), t.Slow())
	} else {
		e = t.element(p, Two, t.Slow())
	}
	ty := t.NewReg()
	t.Ld8(ty, ir.At(e, abi.ValT))
	t.BrI(ir.UGT, ty, int64(abi.Ref), t.Slow())
	m := t.dest(Res)
	t.St64(m, e)
	t.St32I(m.Plus(abi.ValT), int64(abi.Indirect))
	t.Next(1)
	return true
}

// assignDimOp is ASSIGN_DIM_OP on numbers.
func (t *T) assignDimOp(op opcode.Op) bool {
	if t.K1&(abi.CV|abi.Var) == 0 || t.K2 == abi.Unused || t.used() || t.K2&abi.TmpVar != 0 && t.C != nil && t.expect(Two) != abi.Long {
		return false
	}
	p := t.unshared(t.container())
	var e ir.Reg
	if t.K2&abi.TmpVar != 0 {
		t.Guard(Two, abi.Long, t.Slow())
		e = t.NewReg()
		t.intElement(e, p, t.Int(Two), t.Slow())
	} else {
		e = t.element(p, Two, t.Slow())
	}
	return t.inPlace(e, Data, op, 2)
}

// inPlace computes *e op= operand n for numbers of the same type.
func (t *T) inPlace(e ir.Reg, n int, op opcode.Op, skip int) bool {
	ints := map[opcode.Op]ir.Op{opcode.Add: ir.AddO, opcode.Sub: ir.SubO, opcode.Mul: ir.MulO}[op]
	dbl := map[opcode.Op]ir.Op{opcode.Add: ir.FAdd, opcode.Sub: ir.FSub, opcode.Mul: ir.FMul}[op]
	bits := map[opcode.Op]ir.Op{opcode.BwAnd: ir.And, opcode.BwOr: ir.Or, opcode.BwXor: ir.Xor}[op]
	if ints == ir.Invalid && bits == ir.Invalid {
		return false
	}
	integer := func() {
		t.BrM32(ir.NE, ir.At(e, abi.ValT), int64(abi.Long), t.Slow())
		r, a := t.NewReg(), t.NewReg()
		t.Ld64(a, ir.At(e, 0))
		if bits != ir.Invalid {
			t.Op2(bits, r, a, t.Int(n))
		} else {
			t.Checked(ints, r, a, t.Int(n), t.Slow())
		}
		t.St64(ir.At(e, 0), r)
		t.Next(skip)
	}
	double := func() {
		t.BrM32(ir.NE, ir.At(e, abi.ValT), int64(abi.Double), t.Slow())
		r, a := t.NewFloat(), t.NewFloat()
		t.LdF(a, ir.At(e, 0))
		t.Op2(dbl, r, a, t.Float(n))
		t.StF(ir.At(e, 0), r)
		t.Next(skip)
	}
	if t.C != nil {
		switch k := t.expect(n); {
		case k == abi.Long:
			t.Guard(n, abi.Long, t.Slow())
			integer()
		case k == abi.Double && dbl != ir.Invalid:
			t.Guard(n, abi.Double, t.Slow())
			double()
		default:
			return false
		}
		return true
	}
	m := t.Mem(n)
	if dbl == ir.Invalid {
		t.BrM32(ir.NE, m.Plus(abi.ValT), int64(abi.Long), t.Slow())
		integer()
		return true
	}
	d := t.NewLabel()
	t.BrM32(ir.NE, m.Plus(abi.ValT), int64(abi.Long), d)
	integer()
	t.Bind(d)
	t.BrM32(ir.NE, m.Plus(abi.ValT), int64(abi.Double), t.Slow())
	double()
	return true
}

// issetDim is ISSET_ISEMPTY_DIM_OBJ where it asks whether an array has an element.
func (t *T) issetDim() bool {
	if (t.K1|t.K2)&abi.TmpVar != 0 || t.K1&(abi.CV|abi.Const) == 0 {
		return false
	}
	if x := t.Ext(false); x.Known {
		if x.N&abi.IsEmpty != 0 {
			return false
		}
	} else {
		t.BrTest(ir.NE, x.R, abi.IsEmpty, t.Slow())
	}
	d, done := t.NewReg(), t.NewLabel()
	p := t.array(t.Mem(One))
	miss := t.NewLabel()
	e := t.element(p, Two, miss)
	ty := t.NewReg()
	t.Ld8(ty, ir.At(e, abi.ValT))
	t.BrI(ir.UGE, ty, int64(abi.Ref), t.Slow())
	t.SetI(ir.UGT, d, ty, int64(abi.Null))
	t.Jmp(done)
	t.Bind(miss)
	t.Const(d, 0)
	t.Bind(done)
	t.finishBit(d)
	return true
}

// feReset is FE_RESET_R of an array that is not empty.
func (t *T) feReset() bool {
	if t.K1 == abi.Var || t.C != nil && t.Type(One) != Unknown {
		return false
	}
	m := t.Mem(One)
	p, ty := t.NewReg(), t.NewReg()
	t.guardLow(m, abi.Array)
	t.Ld64(p, m)
	t.Ld32(ty, m.Plus(abi.ValT))
	t.BrM32(ir.EQ, ir.At(p, abi.TabCount), 0, t.Slow())
	if t.K1 == abi.CV {
		t.addRef(p, ty)
	}
	r := t.dest(Res)
	t.put(r, p, ty)
	t.St32I(r.Plus(abi.ValU), 0)
	t.Next(1)
	return true
}

// feFetch is FE_FETCH_R of an array's next element into a variable that holds
// nothing to release.
func (t *T) feFetch() bool {
	if t.K2 != abi.CV {
		return false
	}
	it := t.Mem(One)
	t.BrM8(ir.NE, it.Plus(abi.ValT), int64(abi.Array), t.Slow())
	p, i, data, used, e := t.NewReg(), t.NewReg(), t.NewReg(), t.NewReg(), t.NewReg()
	t.Ld64(p, it)
	t.Ld32(i, it.Plus(abi.ValU))
	t.Ld64(data, ir.At(p, abi.TabData))
	t.Ld32(used, ir.At(p, abi.TabUsed))
	end := t.jumpLabel(0, 0, false)
	slow := t.Slow()
	to := t.Mem(Two)
	key := ir.Mem{}
	if t.used() {
		key = t.Mem(Res)
	}
	hash, packed, take, isStr, done := t.NewLabel(), t.NewLabel(), t.NewLabel(), t.NewLabel(), t.NewLabel()
	off, ty, v, low := t.NewReg(), t.NewReg(), t.NewReg(), t.NewReg()
	h := t.NewReg()
	k := t.NewReg()
	t.BrTestM32(ir.EQ, ir.At(p, abi.TabFlags), abi.TablePacked, hash)
	t.Bind(packed)
	t.Br(ir.UGE, i, used, end)
	t.OpI(ir.Shl, off, i, 4)
	t.Op2(ir.Add, e, data, off)
	t.Ld32(ty, ir.At(e, abi.ValT))
	t.Mov(h, i)
	t.Const(k, 0)
	t.OpI(ir.Add, i, i, 1)
	t.BrI(ir.EQ, ty, int64(abi.Undef), packed)
	t.Jmp(take)
	t.Bind(hash)
	t.Br(ir.UGE, i, used, end)
	t.OpI(ir.Shl, off, i, 5)
	t.Op2(ir.Add, e, data, off)
	t.Ld32(ty, ir.At(e, abi.ValT))
	t.OpI(ir.Add, i, i, 1)
	t.BrI(ir.EQ, ty, int64(abi.Undef), hash)
	t.Ld64(h, ir.At(e, abi.BucketH))
	t.Ld64(k, ir.At(e, abi.BucketKey))
	t.Bind(take)
	t.OpI(ir.And, low, ty, 0xff)
	t.BrI(ir.UGE, low, int64(abi.Ref), slow)
	t.Ld64(v, ir.At(e, 0))
	old := t.releasable(to)
	t.addRef(v, ty)
	t.put(to, v, ty)
	t.countDown(old)
	t.St32(it.Plus(abi.ValU), i)
	if t.used() {
		t.BrI(ir.NE, k, 0, isStr)
		t.St64(key, h)
		t.St32I(key.Plus(abi.ValT), int64(abi.Long))
		t.Jmp(done)
		t.Bind(isStr)
		t.St64(key, k)
		kt, interned := t.NewReg(), t.NewLabel()
		t.Const(kt, int64(abi.String))
		t.BrTestM32(ir.NE, ir.At(k, abi.GCInfo), abi.GCImmutable, interned)
		t.AddM32(ir.At(k, abi.RC), 1)
		t.Const(kt, int64(abi.StringEx))
		t.Bind(interned)
		t.St32(key.Plus(abi.ValT), kt)
		t.Bind(done)
	}
	if t.C != nil {
		t.C.clobber(t, Two)
		if t.used() {
			t.C.clobber(t, Res)
		}
	}
	t.Next(1)
	return true
}
