package rt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// Symbol tables. Compiled variables live in frames; a table of names exists
// only where something needs one ($$name, extract, compact, include, the
// global scope). While a frame is attached to a table, the table's entries for
// its compiled variables are Indirect to the frame's slots.

// Attach moves the table's values into the frame's compiled variables and
// leaves Indirect entries behind.
func (x *Exec) Attach(f *vmstack.Frame) {
	t := tableAt(f.Symbols)
	for i, name := range x.Reg.Funcs[code.FuncAt(f.Func).ID].CVNames {
		v := f.Slot(i)
		e := t.Find(name)
		if e == nil {
			v.SetUndef()
			var ind zval.Value
			setIndirect(&ind, v)
			x.Space.Set(t, name, &ind)
			continue
		}
		if e.Type() == zval.Indirect {
			v.MoveFrom(e.Ind())
		} else {
			v.MoveFrom(e)
		}
		setIndirect(e, v)
	}
}

// Detach moves the frame's compiled variables back into its table.
func (x *Exec) Detach(f *vmstack.Frame) {
	t := tableAt(f.Symbols)
	for i, name := range x.Reg.Funcs[code.FuncAt(f.Func).ID].CVNames {
		v := f.Slot(i)
		if v.Type() == zval.Undef {
			x.Space.Del(t, name)
			continue
		}
		if e := t.Find(name); e != nil {
			e.MoveFrom(v)
		} else {
			x.Space.Set(t, name, v)
		}
		v.SetUndef()
	}
}

// SymbolTable returns the table of the innermost user frame, making and
// attaching one if it has none; nil outside user code.
func (x *Exec) SymbolTable() *zval.Table {
	f := x.UserFrame()
	if f == nil {
		return nil
	}
	return x.SymbolTableOf(f)
}

// SymbolTableOf is SymbolTable for a given user frame.
func (x *Exec) SymbolTableOf(f *vmstack.Frame) *zval.Table {
	if f.This.T&vmstack.CallHasSymbols != 0 {
		return tableAt(f.Symbols)
	}
	a := x.Reg.Funcs[code.FuncAt(f.Func).ID]
	t := x.Space.NewTable(len(a.CVNames))
	f.Symbols = t.Addr()
	f.This.T |= vmstack.CallHasSymbols
	for i, name := range a.CVNames {
		var ind zval.Value
		setIndirect(&ind, f.Slot(i))
		x.Space.Set(t, name, &ind)
	}
	return t
}

// ReleaseSymbols drops a function frame's own table; the compiled variables it
// points at are the frame's. May run PHP.
func (x *Exec) ReleaseSymbols(f *vmstack.Frame) {
	if f.This.T&vmstack.CallHasSymbols == 0 {
		return
	}
	f.This.T &^= vmstack.CallHasSymbols
	t := tableAt(f.Symbols)
	f.Symbols = 0
	x.Space.ReleaseArr(t)
}

// UserFrame returns the innermost frame of user code, or nil.
func (x *Exec) UserFrame() *vmstack.Frame {
	for a := x.Ctx.FP; a != 0; {
		f := vmstack.At(a)
		if f.Func != 0 && code.FuncAt(f.Func).Kind == code.FuncUser {
			return f
		}
		a = f.Prev
	}
	return nil
}

func setIndirect(e, target *zval.Value) {
	e.V = uint64(target.Addr())
	e.T = uint32(zval.Indirect)
}
