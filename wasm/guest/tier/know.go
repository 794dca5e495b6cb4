package tier

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
	"github.com/ebb-vm/ebb/jit/template"
)

// What is known about a function when it is compiled.

// roots lists the oplines that control comes to by ways that are not jumps:
// catch and finally blocks, and the cases of switches.
func roots(a *code.OpArray) []int {
	var list []int
	for i := range a.TryCatch {
		t := &a.TryCatch[i]
		for _, n := range [...]uint32{t.Catch, t.Finally, t.FinallyEnd} {
			if n != 0 && int(n) < len(a.Ops) {
				list = append(list, int(n))
			}
		}
	}
	for i := range a.Ops {
		op := &a.Ops[i]
		switch opcode.Op(op.Code) {
		case opcode.SwitchLong, opcode.SwitchString, opcode.Match:
			lit := op.Literal(op.Op2)
			if zval.Type(lit.T) != zval.ArrayT {
				continue
			}
			for it := lit.Arr().Iter(); it.Next(); {
				if v := it.Value(); zval.Type(v.T) == zval.Long {
					list = append(list, i+int(int32(v.V))/code.OplineSize)
				}
			}
		}
	}
	return list
}

// frames is how many frames of a function are looked at for the types of values.
const frames = 8

// guesser guesses types by what the slots hold in the frames of the function on
// the stack. What has not been computed yet anywhere is guessed to be an integer.
func guesser(a *code.OpArray, fn *code.Func, fp *vmstack.Frame) func(i, n int) uint32 {
	slots := int(fn.NumCVs + fn.NumTmps)
	types := make([]uint32, slots)
	for s := range types {
		types[s] = template.Unknown
	}
	left := frames
	for f := fp; left > 0; f = vmstack.At(f.Prev) {
		if f.Func == fn.Addr() {
			left--
			for s := range types {
				if types[s] == template.Unknown {
					if t := f.Slot(s).T; t == uint32(zval.Long) || t == uint32(zval.Double) {
						types[s] = t
					}
				}
			}
		}
		if f.Prev == 0 {
			break
		}
	}
	for s := range types {
		if types[s] == template.Unknown && fp.Slot(s).T&zval.FlagsMask == 0 {
			types[s] = uint32(zval.Long)
		}
	}
	slot := func(k code.Kind, off uint32) int {
		if k&(code.Tmp|code.Var|code.CV) == 0 {
			return -1
		}
		return (int(off) - vmstack.FrameSize) / zval.ValueSize
	}
	return func(i, n int) uint32 {
		op := &a.Ops[i]
		s := -1
		switch {
		case n < 0:
			s = ^n
		case n == template.One:
			s = slot(op.Op1Kind, op.Op1)
		case n == template.Two:
			s = slot(op.Op2Kind, op.Op2)
		case n == template.Res:
			s = slot(op.ResKind, op.Result)
		case n == template.Data && i+1 < len(a.Ops):
			s = slot(a.Ops[i+1].Op1Kind, a.Ops[i+1].Op1)
		}
		if s < 0 || s >= slots {
			return template.Unknown
		}
		return types[s]
	}
}
