package rt

import (
	"strings"

	"github.com/ebb-vm/ebb/core/zval"
)

// Constant is a global constant. Value is owned by the table.
type Constant struct {
	Name       string
	Value      zval.Value
	Module     *Module // nil: the program's own
	Deprecated string  // what follows "Constant X is deprecated", or ""
	IsDepr     bool
	NoCache    bool // changes during the request (__COMPILER_HALT_OFFSET__ and the like)
}

// constKey is the table key of a constant's name: the namespace part is case
// insensitive, the last part is not.
func constKey(name string) string {
	if i := strings.LastIndexByte(name, '\\'); i >= 0 {
		return strings.ToLower(name[:i]) + name[i:]
	}
	return name
}

func (x *Exec) declareConst(d *ConstDecl, m *Module) {
	c := &Constant{Name: d.Name, Module: m}
	if dep, ok := d.Value.(DeprecatedConst); ok {
		c.IsDepr, c.Deprecated = true, dep.Note
		c.Value = x.goValue(dep.Value)
	} else {
		c.Value = x.goValue(d.Value)
	}
	x.Constants[constKey(d.Name)] = c
}

// SetConst declares an engine constant whose value is moved in.
func (x *Exec) SetConst(name string, v zval.Value, m *Module) {
	x.Constants[constKey(name)] = &Constant{Name: name, Value: v, Module: m}
}

// LookupConstant finds a constant by its full name, without warning; a leading
// backslash is ignored. true, false and null answer in any case.
func (x *Exec) LookupConstant(name string) *Constant {
	if len(name) > 0 && name[0] == '\\' {
		name = name[1:]
	}
	if c := x.Constants[name]; c != nil {
		return c
	}
	if i := strings.LastIndexByte(name, '\\'); i >= 0 {
		return x.Constants[strings.ToLower(name[:i])+name[i:]]
	}
	switch len(name) {
	case 4, 5:
		switch lc := strings.ToLower(name); lc {
		case "true", "null", "false":
			return x.Constants[strings.ToUpper(lc)]
		}
	}
	return nil
}

// FetchConstant is what reading a constant does: name as written, fallback the
// global name of an unqualified constant in a namespace ("" none). It returns
// nil with an Error thrown when the constant does not exist. May run PHP (a
// deprecation).
func (x *Exec) FetchConstant(name, fallback string) *Constant {
	c := x.LookupConstant(name)
	if c == nil && fallback != "" {
		c = x.LookupConstant(fallback)
	}
	if c == nil {
		x.ThrowError(nil, "Undefined constant \"%s\"", strings.TrimPrefix(name, "\\"))
		return nil
	}
	if c.IsDepr {
		x.Deprecated("Constant %s is deprecated%s", c.Name, c.Deprecated)
		if x.HasExc() {
			return nil
		}
	}
	return c
}

// DefineConstant declares a program's constant (const statement, define). The
// value is borrowed. It warns and returns false when the name is taken.
func (x *Exec) DefineConstant(name string, v *zval.Value) bool {
	key := constKey(name)
	taken := false
	if _, ok := x.Constants[key]; ok {
		taken = true
	} else if !strings.Contains(name, "\\") {
		switch strings.ToLower(name) {
		case "true", "false", "null", "__compiler_halt_offset__":
			taken = true
		}
	}
	if taken {
		x.Warning("Constant %s already defined, this will be an error in PHP 9", name)
		return false
	}
	c := &Constant{Name: name}
	c.Value.CopyFrom(v)
	x.Constants[key] = c
	return true
}

// freeConstants releases the values of the program's constants, and of those
// of extensions that are on its heap (STDIN and its kin).
func (x *Exec) freeConstants() {
	for k, c := range x.Constants {
		if c.Module == nil || c.Value.IsRefcounted() {
			delete(x.Constants, k)
			x.Space.Release(&c.Value)
		}
	}
}
