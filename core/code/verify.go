package code

import (
	"fmt"

	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/zval"
)

// Verify checks that a finished function keeps the rules its interpreters
// rely on: known instructions, operands and jumps in range, OP_DATA where it
// is due, calls that nest, control that cannot run off the end, live ranges
// and try blocks within the code.
func Verify(a *OpArray) error {
	n := len(a.Ops)
	if n == 0 {
		return fmt.Errorf("%s: no code", a.DisplayName())
	}
	slots := len(a.CVs) + a.NumTmps
	for i := range a.Ops {
		if err := a.verifyOp(i, slots); err != nil {
			return fmt.Errorf("%s: %04d %s: %w", a.DisplayName(), i, opcode.Op(a.Ops[i].Code), err)
		}
	}
	last := n - 1
	for last > 0 && (a.Ops[last].Code == uint8(opcode.Free) || a.Ops[last].Code == uint8(opcode.FeFree)) {
		last-- // kept behind the end for the live range it closes
	}
	if op := opcode.Op(a.Ops[last].Code); !op.Is(opcode.Ends) {
		return fmt.Errorf("%s: runs off its end after %s", a.DisplayName(), op)
	}
	for _, r := range a.Ranges {
		v := varNum(r.Var &^ LiveMask)
		if r.Start >= r.End || int(r.End) > n || v < len(a.CVs) || v >= slots || r.Var&LiveMask > LiveNew {
			return fmt.Errorf("%s: bad live range %d: %d - %d", a.DisplayName(), v, r.Start, r.End)
		}
	}
	for _, t := range a.TryCatch {
		if int(t.Try) > n || int(t.Catch) >= n || int(t.Finally) >= n || int(t.FinallyEnd) >= n || t.Finally != 0 && t.FinallyEnd < t.Finally {
			return fmt.Errorf("%s: bad try block %v", a.DisplayName(), t)
		}
	}
	return a.verifyCalls()
}

func (a *OpArray) verifyOp(i, slots int) error {
	o := &a.Ops[i]
	op := opcode.Op(o.Code)
	if !op.Valid() {
		return fmt.Errorf("unknown instruction")
	}
	info := op.Info()
	block := uintptr(0)
	if len(a.Literals) > 0 {
		block = a.Desc.Code + uintptr(len(a.Ops))*OplineSize
	}
	operand := func(name string, k Kind, v uint32, role opcode.Role) error {
		switch k {
		case Unused:
			if role == opcode.Jump && !(op == opcode.Catch && o.Ext&LastCatch != 0) {
				return a.verifyJump(name, i, v)
			}
		case Const:
			at := o.Addr() + uintptr(int(int32(v)))
			if at < block || at >= block+uintptr(len(a.Literals))*zval.ValueSize || (at-block)%zval.ValueSize != 0 {
				return fmt.Errorf("%s is no literal", name)
			}
		case CV:
			if s := varNum(v); s < 0 || s >= len(a.CVs) || (v-frameHeader)%zval.ValueSize != 0 {
				return fmt.Errorf("%s is no compiled variable", name)
			}
		case Tmp, Var:
			if s := varNum(v); s < len(a.CVs) || s >= slots || (v-frameHeader)%zval.ValueSize != 0 {
				return fmt.Errorf("%s is no temporary", name)
			}
		default:
			return fmt.Errorf("%s has kind %d", name, k)
		}
		return nil
	}
	if err := operand("op1", o.Op1Kind, o.Op1, info.Op1); err != nil {
		return err
	}
	if err := operand("op2", o.Op2Kind, o.Op2, info.Op2); err != nil {
		return err
	}
	if k := o.ResKind &^ (SmartJmpZ | SmartJmpNZ); k != Unused {
		if err := operand("result", k, o.Result, opcode.Nothing); err != nil {
			return err
		}
	}
	if info.Ext&opcode.ExtMeaning == opcode.ExtJump {
		if err := a.verifyJump("target", i, o.Ext); err != nil {
			return err
		}
	}
	if op.Is(opcode.TakesData) && (i+1 == len(a.Ops) || opcode.Op(a.Ops[i+1].Code) != opcode.OpData) {
		return fmt.Errorf("OP_DATA is missing")
	}
	switch op {
	case opcode.SwitchLong, opcode.SwitchString, opcode.Match:
		if o.Op2Kind != Const || o.Literal(o.Op2).Type() != zval.ArrayT {
			return fmt.Errorf("jump table is missing")
		}
		for it := o.Literal(o.Op2).Arr().Iter(); it.Next(); {
			if err := a.verifyJump("target", i, uint32(it.Value().Long())); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a *OpArray) verifyJump(name string, i int, off uint32) error {
	if t := target(i, off); int(int32(off))%OplineSize != 0 || t < 0 || t >= len(a.Ops) {
		return fmt.Errorf("%s leaves the code", name)
	}
	return nil
}

// verifyCalls checks that prepared calls and made calls nest in code order.
func (a *OpArray) verifyCalls() error {
	depth, left := 0, false
	for i := range a.Ops {
		op := opcode.Op(a.Ops[i].Code)
		switch op {
		case opcode.DoFcall, opcode.DoFcallByName, opcode.DoIcall, opcode.DoUcall, opcode.CallableConvert:
			if depth == 0 {
				return fmt.Errorf("%s: %04d %s without a prepared call", a.DisplayName(), i, op)
			}
			depth--
		default:
			if op.Is(opcode.StartsCall) {
				depth++
			} else if depth > 0 && (op == opcode.Exit || op == opcode.Throw || op == opcode.MatchError) {
				left = true // an argument that never comes: the rest may have been dropped
			} else if op.Is(opcode.SendsArg) && depth == 0 {
				return fmt.Errorf("%s: %04d %s without a prepared call", a.DisplayName(), i, op)
			}
		}
	}
	if depth != 0 && !left {
		return fmt.Errorf("%s: %d calls prepared and not made", a.DisplayName(), depth)
	}
	return nil
}
