package code

import (
	"fmt"

	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/zval"
)

// VerifyTemps checks that on every path each temporary is written before it is
// read, and read no more once an instruction has consumed it. It is no part of
// Verify because it takes time that grows with the number of temporaries.
func VerifyTemps(a *OpArray) error {
	v := tmpVerifier{a: a, in: make([]tmpSet, len(a.Ops)), dirty: make([]bool, len(a.Ops)), words: (a.NumTmps + 63) / 64}
	v.scratch = make(tmpSet, v.words)
	v.flow(0, make(tmpSet, v.words))
	for again := true; again; {
		again = false
		v.handlers()
		for i := range v.dirty {
			if !v.dirty[i] {
				continue
			}
			v.dirty[i] = false
			again = true
			if err := v.step(i); err != nil {
				return fmt.Errorf("%s: %04d %s: %w", a.DisplayName(), i, opcode.Op(a.Ops[i].Code), err)
			}
		}
	}
	return nil
}

// tmpSet is a set of temporaries that hold a value; nil is "not reached yet".
type tmpSet []uint64

func (s tmpSet) has(t int) bool { return s[t/64]>>(t%64)&1 != 0 }
func (s tmpSet) add(t int)      { s[t/64] |= 1 << (t % 64) }
func (s tmpSet) remove(t int)   { s[t/64] &^= 1 << (t % 64) }

type tmpVerifier struct {
	a       *OpArray
	words   int
	in      []tmpSet
	dirty   []bool // to be gone through again
	scratch tmpSet
}

// flow notes that opline i can be reached with these temporaries.
func (v *tmpVerifier) flow(i int, s tmpSet) {
	if i >= len(v.in) {
		return
	}
	again := false
	if v.in[i] == nil {
		v.in[i] = append(make(tmpSet, 0, v.words), s...)
		again = true
	} else {
		for k := range s {
			if w := v.in[i][k] & s[k]; w != v.in[i][k] {
				v.in[i][k] = w
				again = true
			}
		}
	}
	v.dirty[i] = v.dirty[i] || again
}

// handlers lets exceptions flow from protected code to catch and finally blocks.
func (v *tmpVerifier) handlers() {
	for _, t := range v.a.TryCatch {
		enter := func(to uint32, mark bool) {
			if to == 0 {
				return
			}
			var s tmpSet
			for i := t.Try; i < to; i++ {
				if v.in[i] == nil || !throwsMidway(opcode.Op(v.a.Ops[i].Code)) {
					continue
				}
				if s == nil {
					s = append(make(tmpSet, 0, v.words), v.in[i]...)
				}
				for k := range s {
					s[k] &= v.in[i][k]
				}
			}
			if s == nil {
				return
			}
			if mark { // the exception that is held back
				s.add(v.slot(v.a.Ops[t.FinallyEnd].Op1))
			}
			v.flow(int(to), s)
		}
		enter(t.Catch, false)
		enter(t.Finally, true)
	}
}

// throwsMidway leaves out what stands on the way of a return: by then iterators
// may be gone that were there in the rest of the protected code.
func throwsMidway(op opcode.Op) bool {
	switch op {
	case opcode.Return, opcode.ReturnByRef, opcode.GeneratorReturn, opcode.Free, opcode.FeFree, opcode.VerifyReturnType:
		return false
	}
	return op.Is(opcode.Throws)
}

func (v *tmpVerifier) slot(off uint32) int { return varNum(off) - len(v.a.CVs) }

// step carries an opline's effect to its successors.
func (v *tmpVerifier) step(i int) error {
	o := &v.a.Ops[i]
	op := opcode.Op(o.Code)
	s := v.scratch
	copy(s, v.in[i])
	isTmp := func(k Kind) bool { return k&(Tmp|Var) != 0 }
	read := func(what string, off uint32) error {
		if t := v.slot(off); !s.has(t) {
			return fmt.Errorf("%s reads temporary %d, which holds nothing", what, t+len(v.a.CVs))
		}
		return nil
	}
	if op == opcode.OpData {
		v.flow(i+1, s) // done with the opline before
		return nil
	}
	defines2 := op.Is(opcode.DefinesOp2)
	if isTmp(o.Op1Kind) {
		if err := read("op1", o.Op1); err != nil {
			return err
		}
	}
	if isTmp(o.Op2Kind) && !defines2 {
		if err := read("op2", o.Op2); err != nil {
			return err
		}
		if op != opcode.FastCall {
			s.remove(v.slot(o.Op2))
		}
	}
	if op.Is(opcode.TakesData) {
		if d := &v.a.Ops[i+1]; isTmp(d.Op1Kind) {
			if err := read("the value", d.Op1); err != nil {
				return err
			}
			s.remove(v.slot(d.Op1))
		}
	}
	if isTmp(o.Op1Kind) && !op.Is(opcode.KeepsOp1) {
		switch op {
		case opcode.JmpNull, opcode.VerifyReturnType, opcode.BindLexical, opcode.Separate, opcode.MatchError:
		case opcode.FetchW, opcode.FetchRw: // the name in global ${...} is needed twice
			if o.Ext&FetchGlobalLock == 0 {
				s.remove(v.slot(o.Op1))
			}
		default:
			s.remove(v.slot(o.Op1))
		}
	}
	result := isTmp(o.ResKind)
	r := 0
	if result {
		r = v.slot(o.Result)
		if op.Is(opcode.Modifies) && op != opcode.RopeAdd && !s.has(r) {
			return fmt.Errorf("changes temporary %d, which holds nothing", r+len(v.a.CVs))
		}
	}
	with := func(base tmpSet, t int) tmpSet {
		n := append(make(tmpSet, 0, v.words), base...)
		n.add(t)
		return n
	}
	jump := func(off uint32) int { return target(i, off) }
	switch op {
	case opcode.JmpSet, opcode.Coalesce, opcode.AssertCheck, opcode.JmpNull:
		// The result exists where the jump is taken.
		at := s
		if result {
			at = with(s, r)
		}
		if op == opcode.JmpNull && isTmp(o.Op1Kind) && !(result && r == v.slot(o.Op1)) {
			at = append(make(tmpSet, 0, v.words), at...)
			at.remove(v.slot(o.Op1))
		}
		// Of a literal it is known which way goes.
		null := op == opcode.JmpNull && o.Op1Kind == Const && o.Literal(o.Op1).Type() == zval.Null
		if op != opcode.JmpNull || o.Op1Kind != Const || null {
			v.flow(jump(o.Op2), at)
		}
		if !null {
			v.flow(i+1, s)
		}
		return nil
	case opcode.FastCall:
		v.flow(jump(o.Op1), with(s, r))
		v.flow(i+1, s)
		return nil
	case opcode.FeFetchR, opcode.FeFetchRw:
		v.flow(jump(o.Ext), s)
		if result {
			s.add(r)
		}
		if isTmp(o.Op2Kind) {
			s.add(v.slot(o.Op2))
		}
		v.flow(i+1, s)
		return nil
	}
	if result {
		s.add(r)
	}
	switch op {
	case opcode.SwitchLong, opcode.SwitchString, opcode.Match:
		t := o.Literal(o.Op2).Arr()
		if o.Op1Kind == Const {
			var hit *zval.Value
			switch x := o.Literal(o.Op1); x.Type() {
			case zval.Long:
				hit = t.FindLong(x.Long())
			case zval.StringT:
				hit = t.FindSym(x.Str())
			}
			if hit != nil {
				v.flow(jump(uint32(hit.Long())), s)
				return nil
			}
		}
		for it := t.Iter(); it.Next(); {
			v.flow(jump(uint32(it.Value().Long())), s)
		}
		v.flow(jump(o.Ext), s)
		if op != opcode.Match {
			v.flow(i+1, s)
		}
		return nil
	case opcode.Catch:
		if o.Ext&LastCatch == 0 {
			v.flow(jump(o.Op2), v.in[i])
		}
		v.flow(i+1, s)
		return nil
	case opcode.Yield, opcode.GeneratorCreate:
		v.flow(i+1, s)
		return nil
	case opcode.Throw, opcode.MatchError:
		if o.Ext&ThrowIsExpr != 0 {
			v.flow(i+1, s) // only in appearance: what follows makes live ranges
		}
		return nil
	}
	info := op.Info()
	if op == opcode.FeResetR && o.Op1Kind == Const && o.Literal(o.Op1).Type() != zval.ArrayT {
		v.flow(jump(o.Op2), s)
		return nil
	}
	if info.Op1 == opcode.Jump && o.Op1Kind == Unused {
		v.flow(jump(o.Op1), s)
	}
	if info.Op2 == opcode.Jump && o.Op2Kind == Unused {
		v.flow(jump(o.Op2), s)
	}
	if info.Ext&opcode.ExtMeaning == opcode.ExtJump {
		v.flow(jump(o.Ext), s)
	}
	if !op.Is(opcode.Ends) {
		v.flow(i+1, s)
	}
	return nil
}
