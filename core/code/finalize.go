package code

import (
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/zval"
)

const frameHeader = 80 // vmstack.FrameSize

// Declare files a draft's function in the registry ahead of Finalize, so that
// it can be referred to while its code is still being worked on. Until then a
// call of it returns null at once.
func Declare(r *Registry, d *Draft) *OpArray {
	a := d.A
	sp := r.Space
	stub := oplines(sp.Perm.Alloc(OplineSize+zval.ValueSize), 1)
	lit := values(stub[0].Addr()+OplineSize, 1)
	lit[0].SetNull()
	stub[0].Handler = r.Handler
	stub[0].Code, stub[0].Op1Kind, stub[0].Op1, stub[0].Line = uint8(opcode.Return), Const, OplineSize, uint32(a.LineStart)
	f := FuncAt(sp.Perm.Alloc(FuncSize))
	a.Desc = f
	f.ID = uint32(len(r.Funcs))
	r.Funcs = append(r.Funcs, a)
	f.Code = stub[0].Addr()
	d.describe(sp)
	return a
}

// describe fills the descriptor with what does not depend on the code.
func (d *Draft) describe(sp *zval.Space) {
	a, f := d.A, d.A.Desc
	f.Kind = FuncUser
	f.Flags = a.Flags
	f.NumArgs = uint32(d.NumArgs)
	f.Required = uint32(d.Required)
	f.NumCVs = uint32(len(d.CVs))
	f.NumTmps = uint32(d.NumTmps)
	f.FrameBytes = frameHeader + (f.NumCVs+f.NumTmps)*zval.ValueSize
	f.RefMask, f.PreferMask = ParamMasks(a.Params)
	if a.Name != "" {
		f.Name = sp.Intern(a.Name).Addr()
	}
}

// Finalize turns a draft into its run-time form and files it in the registry,
// if Declare has not done that. The off-heap block holds the oplines and, on the next 16-byte boundary
// (oplines are 32 bytes, so at once), the literals.
func Finalize(r *Registry, d *Draft) *OpArray {
	a := d.A
	sp := r.Space
	n, m := len(d.Ops), len(d.Lits)
	block := sp.Perm.Alloc(uintptr(n*OplineSize + m*zval.ValueSize))
	lits := block + uintptr(n*OplineSize)
	a.Ops = oplines(block, n)
	a.Literals = values(lits, m)

	cvs := uint32(len(d.CVs))
	tmpl := func(k Kind, v uint32) uint32 {
		if k == CV {
			return frameHeader + v*zval.ValueSize
		}
		return frameHeader + (cvs+v)*zval.ValueSize
	}

	for i := range d.Ops {
		if d.Ops[i].Code == opcode.AssertCheck {
			// The check's value is wanted only when the assertion's is.
			if t := d.Ops[i].Op2.N; t > 0 && d.Ops[t-1].Res.Kind == Unused {
				d.Ops[i].Res.Kind = Unused
			}
		}
	}
	for i := range d.Ops {
		// Zend's handlers of commutative operations want the simpler operand on the right.
		if op := &d.Ops[i]; op.Op1.Kind < op.Op2.Kind && op.Code.Is(opcode.Commutative) {
			op.Op1, op.Op2 = op.Op2, op.Op1
		}
	}
	d.calcRanges()
	for i := range a.Ranges {
		lr := &a.Ranges[i]
		lr.Var = tmpl(Tmp, lr.Var>>3) | lr.Var&LiveMask
	}

	// Jump tables hold opline numbers until here and offsets afterwards.
	for i := range d.Ops {
		op := &d.Ops[i]
		switch op.Code {
		case opcode.SwitchLong, opcode.SwitchString, opcode.Match:
			src := d.Lits[op.Op2.N].A
			rel := &ArrayLit{Keys: src.Keys, Vals: make([]Lit, len(src.Vals))}
			for j, v := range src.Vals {
				rel.Vals[j] = LongLit((v.N - int64(i)) * OplineSize)
			}
			d.Lits[op.Op2.N].A = rel
		}
	}
	for i, l := range d.Lits {
		a.Literals[i] = r.Value(l)
	}

	for i := range d.Ops {
		src, dst := &d.Ops[i], &a.Ops[i]
		info := src.Code.Info()
		dst.Handler = r.Handler
		dst.Code = uint8(src.Code)
		dst.Line = src.Line
		dst.Ext = src.Ext
		dst.Op1Kind, dst.Op2Kind, dst.ResKind = src.Op1.Kind, src.Op2.Kind, src.Res.Kind

		rel := func(target uint32) uint32 { return (target - uint32(i)) * OplineSize }
		operand := func(o Operand, role opcode.Role) uint32 {
			switch o.Kind {
			case Const:
				return uint32(lits+uintptr(o.N)*zval.ValueSize) - uint32(block+uintptr(i)*OplineSize)
			case Tmp, Var, CV:
				return tmpl(o.Kind, o.N)
			}
			if role == opcode.Jump {
				return rel(o.N)
			}
			return o.N
		}
		if src.Code == opcode.FastCall {
			dst.Op1 = rel(d.Try[src.Op1.N].Finally)
		} else {
			dst.Op1 = operand(src.Op1, info.Op1)
		}
		if src.Code == opcode.Catch && src.Ext&LastCatch != 0 {
			dst.Op2 = 0
		} else {
			dst.Op2 = operand(src.Op2, info.Op2)
		}
		if k := src.Res.Kind &^ (SmartJmpZ | SmartJmpNZ); k&(Tmp|Var|CV) != 0 {
			dst.Result = tmpl(k, src.Res.N)
		} else {
			dst.Result = src.Res.N
		}
		if info.Ext&opcode.ExtMeaning == opcode.ExtJump {
			dst.Ext = rel(src.Ext)
		}
		if src.Code == opcode.RecvInit && src.Op2.Kind == Const && d.Lits[src.Op2.N].T == zval.ConstAST {
			// Room for the evaluated default, so that it is computed once.
			a.Literals[src.Op2.N].U = uint32(d.CacheSize)
			d.CacheSize += zval.ValueSize
		}
	}

	a.CVs = d.CVs
	a.CVNames = make([]*zval.String, len(d.CVs))
	for i, name := range d.CVs {
		a.CVNames[i] = sp.Intern(name)
	}
	a.NumTmps = d.NumTmps
	a.TryCatch = d.Try
	a.CacheSize = d.CacheSize

	if a.Desc == nil {
		a.Desc = FuncAt(sp.Perm.Alloc(FuncSize))
		a.Desc.ID = uint32(len(r.Funcs))
		r.Funcs = append(r.Funcs, a)
	}
	d.describe(sp)
	a.Desc.Code = block
	a.Desc.CacheSize = uint32(d.CacheSize)
	return a
}

// ParamMasks computes Func.RefMask and Func.PreferMask. A parameter beyond
// the 31st that differs from the others makes bit 31 stand for "look it up".
func ParamMasks(ps []Param) (ref, prefer uint32) {
	set := func(mask *uint32, i int, variadic bool) {
		if i < 31 {
			*mask |= 1 << uint(i)
		}
		if variadic {
			for j := i; j < 31; j++ {
				*mask |= 1 << uint(j)
			}
		}
		if variadic || i >= 31 {
			*mask |= 1 << 31
		}
	}
	for i, p := range ps {
		if p.ByRef {
			set(&ref, i, p.Variadic)
		}
		if p.PreferRef {
			set(&prefer, i, p.Variadic)
		}
	}
	return ref, prefer
}

// SetFlags changes the flags of a function in both places that hold them.
func (a *OpArray) SetFlags(flags uint32) {
	a.Flags = flags
	if a.Desc != nil {
		a.Desc.Flags = flags
	}
}
