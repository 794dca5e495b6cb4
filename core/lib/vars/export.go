package vars

import (
	"math"

	"github.com/ebb-vm/ebb/core/lib/text"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// exporter builds var_export's text.
type exporter struct {
	x *rt.Exec
	b *text.Builder
}

func fnVarExport(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	e := exporter{x, text.New(x.Space)}
	e.value(a.Val(0), 1)
	if a.Failed() {
		e.b.Free()
		return
	}
	s := e.b.Finish()
	if a.Bool(1) {
		ret.SetStr(s)
		return
	}
	x.Out.Write(s.Bytes())
	x.Space.ReleaseStr(s)
}

// VarExport returns var_export's text, owned; nil when an exception was thrown.
func VarExport(x *rt.Exec, v *zval.Value) *zval.String {
	e := exporter{x, text.New(x.Space)}
	e.value(v, 1)
	if x.HasExc() {
		e.b.Free()
		return nil
	}
	return e.b.Finish()
}

// quoted adds s between single quotes; NULs are spliced in from a double-quoted string.
func (e *exporter) quoted(s string) {
	b := e.b
	b.Byte('\'')
	from := 0
	for i := range len(s) {
		switch s[i] {
		case '\'', '\\':
			b.Str(s[from:i])
			b.Byte('\\')
			from = i
		case 0:
			b.Str(s[from:i])
			b.Str(`' . "\0" . '`)
			from = i + 1
		}
	}
	b.Str(s[from:])
	b.Byte('\'')
}

// escaped adds s with quotes and backslashes escaped, as property names are.
func (e *exporter) escaped(s string) {
	from := 0
	for i := range len(s) {
		if s[i] == '\'' || s[i] == '\\' {
			e.b.Str(s[from:i])
			e.b.Byte('\\')
			from = i
		}
	}
	e.b.Str(s[from:])
}

func (e *exporter) value(v *zval.Value, level int) {
	b := e.b
	v = v.Deref()
	switch v.Type() {
	case zval.False:
		b.Str("false")
	case zval.True:
		b.Str("true")
	case zval.Long:
		// the smallest integer cannot be written as a literal
		if v.Long() == math.MinInt64 {
			b.Str("-9223372036854775807-1")
		} else {
			b.Int(v.Long())
		}
	case zval.Double:
		b.Repr(v.Double(), e.x.Ini.SerializePrecision, true)
	case zval.StringT:
		e.quoted(v.Str().View())
	case zval.ArrayT:
		e.array(v.Arr(), level)
	case zval.ObjectT:
		e.object(v.Obj(), level)
	default:
		b.Str("NULL")
	}
}

func (e *exporter) circular() {
	e.b.Str("NULL")
	e.x.Warning("var_export does not handle circular references")
}

func (e *exporter) newline(level int) {
	if level > 1 {
		e.b.Byte('\n')
		e.b.Fill(' ', level-1)
	}
}

func (e *exporter) array(t *zval.Table, level int) {
	if !guard(&t.GC) {
		e.circular()
		return
	}
	defer hold(e.x, &t.GC)()
	if !e.x.EnterNative() {
		return
	}
	defer e.x.LeaveNative()
	b := e.b
	e.newline(level)
	b.Str("array (\n")
	for it := t.Iter(); it.Next(); {
		k, n := it.Key()
		v := it.Value()
		if v.Type() == zval.Indirect {
			if v = v.Ind(); v.Type() == zval.Undef {
				continue
			}
		}
		b.Fill(' ', level+1)
		if k == nil {
			b.Int(n)
		} else {
			e.quoted(k.View())
		}
		b.Str(" => ")
		e.value(v, level+2)
		b.Str(",\n")
		if e.x.HasExc() {
			return
		}
	}
	if level > 1 {
		b.Fill(' ', level-1)
	}
	b.Byte(')')
}

func (e *exporter) object(o *zval.Object, level int) {
	x, b := e.x, e.b
	c := x.ClassOf(o)
	if !guard(&o.GC) {
		e.circular()
		return
	}
	defer hold(x, &o.GC)()
	if !x.EnterNative() {
		return
	}
	defer x.LeaveNative()
	e.newline(level)
	if c.IsEnum() {
		b.Byte('\\')
		b.Str(c.Name)
		b.Str("::")
		b.Str(x.EnumCaseName(o))
		return
	}
	std := c == x.Cls.StdClass
	if std {
		b.Str("(object) array(\n")
	} else {
		b.Byte('\\')
		b.Str(c.NameStr.View())
		b.Str("::__set_state(array(\n")
	}
	each := func(p *property) bool {
		if p.Val.Type() == zval.Undef {
			return true
		}
		b.Fill(' ', level+2)
		if p.Key == nil {
			b.Int(p.Index)
		} else {
			b.Byte('\'')
			e.escaped(p.Name)
			b.Byte('\'')
		}
		b.Str(" => ")
		e.value(p.Val, level+2)
		b.Str(",\n")
		return !x.HasExc()
	}
	switch {
	case c.HasHooks:
		e.hooked(o, c, each)
	case c.Handlers != nil:
		if t := x.PropTable(o); t != nil {
			walkTable(t, each)
			x.Space.ReleaseArr(t)
		}
	default:
		walkOwn(x, o, each)
	}
	if level > 1 {
		b.Fill(' ', level-1)
	}
	if std {
		b.Byte(')')
	} else {
		b.Str("))")
	}
}

// hooked walks an object whose class has property hooks: values come from the
// hooks, and properties that store nothing count when they can be read.
func (e *exporter) hooked(o *zval.Object, c *rt.Class, each func(p *property) bool) {
	x := e.x
	done := false
	walkOwn(x, o, func(p *property) bool {
		if p.Info == nil || p.Info.Get == nil {
			done = !each(p)
			return !done
		}
		var v zval.Value
		if !x.CallFn(p.Info.Get, o, nil, nil, &v) {
			done = true
			return false
		}
		q := *p
		q.Val = &v
		done = !each(&q)
		x.Space.Release(&v)
		return !done
	})
	if done {
		return
	}
	for name, info := range c.Props.All() {
		if info.Static() || info.Offset != 0 || info.Get == nil {
			continue
		}
		var v zval.Value
		if !x.CallFn(info.Get, o, nil, nil, &v) {
			return
		}
		ok := each(&property{Key: info.Mangled, Name: name, Info: info, Val: &v})
		x.Space.Release(&v)
		if !ok {
			return
		}
	}
}
