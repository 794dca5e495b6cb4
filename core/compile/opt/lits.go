package opt

import (
	"math"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/zval"
)

// Pass 11 keeps one copy of each literal. Literals that instructions expect
// side by side (a name and its lower-case form) are kept as groups, and groups
// are compared as a whole.

// group is the number of consecutive literals that belong to an operand.
func (f *fn) group(op *code.Op, second bool) int {
	o := op.Op1
	if second {
		o = op.Op2
	}
	l := f.lit(o)
	if l.Extra&code.ExtraValue != 0 && l.T == zval.Long {
		return 2
	}
	switch op.Code {
	case opcode.InitFcallByName:
		return 2
	case opcode.InitNsFcallByName:
		return 3
	case opcode.InitMethodCall, opcode.InitStaticMethodCall:
		if l.T == zval.StringT {
			return 2
		}
	case opcode.New, opcode.FetchClass, opcode.Instanceof, opcode.Catch, opcode.FetchClassConstant:
		if op.Code == opcode.FetchClassConstant && second {
			return 1
		}
		if l.T == zval.StringT {
			return 2
		}
	case opcode.FetchStaticPropR, opcode.FetchStaticPropW, opcode.FetchStaticPropRw, opcode.FetchStaticPropIs, opcode.FetchStaticPropFuncArg,
		opcode.FetchStaticPropUnset, opcode.IssetIsemptyStaticProp, opcode.UnsetStaticProp, opcode.AssignStaticProp, opcode.AssignStaticPropOp,
		opcode.AssignStaticPropRef, opcode.PreIncStaticProp, opcode.PreDecStaticProp, opcode.PostIncStaticProp, opcode.PostDecStaticProp:
		if second && l.T == zval.StringT {
			return 2
		}
	}
	return 1
}

func passLits(f *fn) {
	// How many literals follow an operand's is known for the common
	// instructions; a function with any other keeps its literals as they are.
	for i := range f.Ops {
		switch f.Ops[i].Code {
		case opcode.FetchConstant, opcode.DeclareClass, opcode.DeclareClassDelayed, opcode.DeclareAnonClass, opcode.DeclareFunction,
			opcode.JmpFrameless, opcode.InitParentPropertyHookCall, opcode.DeclareAttributedConst:
			return
		}
	}
	type key struct {
		t zval.Type
		n int64
		x uint32
	}
	byVal := map[key]uint32{}
	byStr := map[string]uint32{}
	var out []code.Lit
	keep := func(ls []code.Lit) uint32 {
		if len(ls) == 1 {
			l := ls[0]
			var k key
			switch l.T {
			case zval.StringT:
				if l.Extra == 0 {
					if n, ok := byStr[l.S]; ok {
						return n
					}
					byStr[l.S] = uint32(len(out))
				}
				out = append(out, l)
				return uint32(len(out) - 1)
			case zval.Null, zval.False, zval.True:
				k = key{t: l.T, x: l.Extra}
			case zval.Long:
				k = key{t: l.T, n: l.N, x: l.Extra}
			case zval.Double:
				k = key{t: l.T, n: int64(math.Float64bits(l.F)), x: l.Extra}
			default:
				out = append(out, l)
				return uint32(len(out) - 1)
			}
			if n, ok := byVal[k]; ok {
				return n
			}
			byVal[k] = uint32(len(out))
			out = append(out, l)
			return uint32(len(out) - 1)
		}
		name := "\x00\x00group"
		for _, l := range ls {
			name += "\x00" + string(rune('0'+l.T)) + l.S
			if l.T == zval.Long {
				for sh := 0; sh < 64; sh += 8 {
					name += string([]byte{byte(l.N >> sh)})
				}
			}
		}
		if n, ok := byStr[name]; ok {
			return n
		}
		byStr[name] = uint32(len(out))
		out = append(out, ls...)
		return uint32(len(out) - len(ls))
	}
	seen := map[*code.ArrayLit]bool{}
	for i := range f.Ops {
		op := &f.Ops[i]
		if t := f.table(op); t != nil {
			if seen[t] {
				return
			}
			seen[t] = true
		}
	}
	for i := range f.Ops {
		op := &f.Ops[i]
		if isConst(op.Op1) {
			n := f.group(op, false)
			op.Op1.N = keep(f.Lits[op.Op1.N : int(op.Op1.N)+n])
		}
		if isConst(op.Op2) {
			n := f.group(op, true)
			op.Op2.N = keep(f.Lits[op.Op2.N : int(op.Op2.N)+n])
		}
	}
	f.Lits = out
}
