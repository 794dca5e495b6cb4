package rt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/zval"
)

// An incomplete object stands for one whose class was not there when it was
// unserialized. It keeps the properties and the class's name, to be serialized
// again, but a program can do nothing else with it.

const incompleteProp = "__PHP_Incomplete_Class_Name"

func (x *Exec) incompleteMessage(o *zval.Object, what string) string {
	name := "unknown"
	if t := o.DynProps(); t != nil {
		if v := t.FindGo(incompleteProp); v != nil && v.Deref().Type() == zval.StringT {
			name = v.Deref().Str().String()
		}
	}
	return "The script tried to " + what + " on an incomplete object. Please ensure that the class definition \"" + name +
		"\" of the object you are trying to operate on was loaded _before_ unserialize() gets called or provide an autoloader to load the class definition"
}

// incompleteWarning warns under the running function's name, "main" in a script's body.
func (x *Exec) incompleteWarning(o *zval.Object, what string) {
	name := "main"
	if f := x.Frame(); f != nil && f.Func != 0 {
		if d := code.FuncAt(f.Func); d.Kind == code.FuncInternal {
			name = x.FuncOf(d).FullName()
		} else if n := x.FuncName(d); n != "" {
			name = n
		}
	}
	x.Raise(EWarning, "%s", name+"(): "+x.incompleteMessage(o, what))
}

func incompleteHandlers() *Handlers {
	return &Handlers{
		ReadProp: func(x *Exec, o *zval.Object, name *zval.String, kind FetchKind, rv *zval.Value) bool {
			if kind == FetchW || kind == FetchRW {
				x.ThrowError(nil, "%s", x.incompleteMessage(o, "modify a property"))
			} else {
				x.incompleteWarning(o, "access a property")
			}
			return true
		},
		WriteProp: func(x *Exec, o *zval.Object, name *zval.String, v *zval.Value) bool {
			x.ThrowError(nil, "%s", x.incompleteMessage(o, "modify a property"))
			return true
		},
		HasProp: func(x *Exec, o *zval.Object, name *zval.String, mode HasMode) (result, handled bool) {
			x.incompleteWarning(o, "access a property")
			return false, true
		},
		UnsetProp: func(x *Exec, o *zval.Object, name *zval.String) bool {
			x.ThrowError(nil, "%s", x.incompleteMessage(o, "modify a property"))
			return true
		},
		NoPropPtr: true,
		NoWrite: func(x *Exec, o *zval.Object) {
			x.ThrowError(nil, "%s", x.incompleteMessage(o, "modify a property"))
		},
		GetMethod: func(x *Exec, o *zval.Object, name *zval.String, lc string) *code.Func {
			x.ThrowError(nil, "%s", x.incompleteMessage(o, "call a method"))
			return nil
		},
	}
}
