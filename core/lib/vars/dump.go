package vars

import (
	"strconv"

	"github.com/ebb-vm/ebb/core/lib/text"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// dumper writes var_dump's and debug_zval_dump's text. It gathers small pieces
// and hands them on before PHP code runs and at the end.
type dumper struct {
	x      *rt.Exec
	buf    []byte
	counts bool // debug_zval_dump: with reference counts
	depth  int
}

// maxDump is how deep dumps go into arrays and objects.
const maxDump = 2000

// enter goes one level deeper; at the bound it says so instead, and is false.
func (d *dumper) enter() bool {
	if d.depth >= maxDump {
		d.str("nesting level too deep")
		return false
	}
	if !d.x.EnterNative() {
		return false
	}
	d.depth++
	return true
}

func (d *dumper) leave() {
	d.depth--
	d.x.LeaveNative()
}

const dumpGather = 4096

func (d *dumper) str(s string) {
	if len(d.buf)+len(s) > dumpGather {
		d.flush()
		if len(s) > dumpGather {
			d.x.Out.WriteString(s)
			return
		}
	}
	d.buf = append(d.buf, s...)
}

func (d *dumper) flush() {
	if len(d.buf) > 0 {
		p := d.buf
		d.buf = d.buf[:0]
		d.x.Out.Write(p)
	}
}

func (d *dumper) int(n int64) {
	var t [20]byte
	d.str(string(strconv.AppendInt(t[:0], n, 10)))
}

const blanks = "                                                                "

func (d *dumper) pad(n int) {
	for n > len(blanks) {
		d.str(blanks)
		n -= len(blanks)
	}
	d.str(blanks[:n])
}

func fnVarDump(x *rt.Exec, a *rt.Args, ret *zval.Value) { dumpArgs(x, a, false) }

func fnDebugDump(x *rt.Exec, a *rt.Args, ret *zval.Value) { dumpArgs(x, a, true) }

func dumpArgs(x *rt.Exec, a *rt.Args, counts bool) {
	d := dumper{x: x, buf: make([]byte, 0, dumpGather), counts: counts}
	for i := range a.Len() {
		d.value(a.Raw(i), 1)
		if a.Failed() {
			break
		}
	}
	d.flush()
}

// VarDump writes v as var_dump does.
func VarDump(x *rt.Exec, v *zval.Value) {
	d := dumper{x: x, buf: make([]byte, 0, dumpGather)}
	d.value(v, 1)
	d.flush()
}

// refs adds the count of a string, array or object.
func (d *dumper) refs(g *zval.GC) {
	if g.TypeInfo&zval.GCImmutable != 0 {
		if zval.Type(g.TypeInfo&zval.GCTypeMask) == zval.ArrayT && g != &d.x.Space.EmptyArray().GC {
			// literals are not shared between requests, as far as a program can tell
			d.str(" refcount(2)")
			return
		}
		d.str(" interned")
		return
	}
	d.str(" refcount(")
	d.int(int64(g.RC))
	d.str(")")
}

func (d *dumper) value(v *zval.Value, level int) {
	if d.x.HasExc() {
		return
	}
	if d.counts && level > 1 {
		d.pad(level - 1)
	}
	amp := ""
	if v.Type() == zval.ReferenceT {
		if d.counts {
			d.str("reference refcount(")
			d.int(int64(v.Ref().GC.RC))
			d.str(") {\n")
			d.value(v.Deref(), level+2)
			d.pad(level - 1)
			d.str("}\n")
			return
		}
		if v.Ref().GC.RC > 1 {
			amp = "&"
		}
		v = v.Deref()
	}
	if !d.counts && level > 1 {
		d.pad(level - 1)
	}
	switch v.Type() {
	case zval.False, zval.True:
		d.str(amp)
		if v.Type() == zval.True {
			d.str("bool(true)\n")
		} else {
			d.str("bool(false)\n")
		}
	case zval.Long:
		d.str(amp)
		d.str("int(")
		d.int(v.Long())
		d.str(")\n")
	case zval.Double:
		d.str(amp)
		d.str("float(")
		d.str(zval.FormatDouble(v.Double(), d.x.Ini.SerializePrecision))
		d.str(")\n")
	case zval.StringT:
		s := v.Str()
		d.str(amp)
		d.str("string(")
		d.int(int64(s.Len))
		d.str(") \"")
		d.str(s.View())
		d.str("\"")
		if d.counts {
			d.refs(&s.GC)
		}
		d.str("\n")
	case zval.ArrayT:
		d.array(v.Arr(), amp, level)
	case zval.ObjectT:
		d.object(v.Obj(), amp, level)
	case zval.ResourceT:
		d.str(amp)
		d.str("resource(")
		d.int(v.Res().Handle)
		d.str(") of type (")
		d.str(d.x.ResourceKind(v.Res()))
		d.str(")")
		if d.counts {
			d.refs(&v.Res().GC)
		}
		d.str("\n")
	default:
		d.str(amp)
		d.str("NULL\n")
	}
}

func (d *dumper) array(t *zval.Table, amp string, level int) {
	if !guard(&t.GC) {
		d.str("*RECURSION*\n")
		return
	}
	d.str(amp)
	d.str("array(")
	d.int(int64(t.CountInd()))
	d.str(")")
	if d.counts {
		if t.Packed() {
			d.str(" packed")
		}
		d.refs(&t.GC)
		if t == d.x.Space.EmptyArray() {
			d.str(" ")
		}
		d.str("{\n")
	} else {
		d.str(" {\n")
	}
	defer hold(d.x, &t.GC)()
	if d.enter() {
		for it := t.Iter(); it.Next(); {
			k, n := it.Key()
			v := it.Value()
			if v.Type() == zval.Indirect {
				if v = v.Ind(); v.Type() == zval.Undef {
					continue
				}
			}
			d.pad(level + 1)
			if k == nil {
				d.str("[")
				d.int(n)
				d.str("]=>\n")
			} else {
				d.str("[\"")
				d.str(k.View())
				d.str("\"]=>\n")
			}
			d.value(v, level+2)
			if d.x.HasExc() {
				break
			}
		}
		d.leave()
	}
	if d.x.HasExc() {
		return
	}
	if level > 1 {
		d.pad(level - 1)
	}
	d.str("}\n")
}

func (d *dumper) object(o *zval.Object, amp string, level int) {
	x := d.x
	c := x.ClassOf(o)
	if c.IsEnum() {
		d.str(amp)
		d.str("enum(")
		d.str(c.Name)
		d.str("::")
		d.str(x.EnumCaseName(o))
		d.str(")\n")
		return
	}
	if !guard(&o.GC) {
		d.str("*RECURSION*\n")
		return
	}
	defer hold(x, &o.GC)()
	d.flush()
	t, own, ok := debugTable(x, o)
	if !ok {
		return
	}
	count := 0
	if own {
		count = countProps(x, o)
	} else if t != nil {
		defer x.Space.ReleaseArr(t)
		count = t.CountInd()
	}
	d.str(amp)
	d.str("object(")
	d.str(c.Name)
	d.str(")#")
	d.int(int64(o.Handle))
	d.str(" (")
	d.int(int64(count))
	d.str(")")
	if d.counts {
		d.str(" refcount(")
		d.int(int64(o.GC.RC - 1))
		d.str("){\n")
	} else {
		d.str(" {\n")
	}
	if d.enter() {
		each := func(p *property) bool {
			d.property(p, level)
			return !x.HasExc()
		}
		if own {
			walkOwn(x, o, each)
		} else if t != nil {
			walkTable(t, each)
		}
		d.leave()
	}
	if x.HasExc() {
		return
	}
	if level > 1 {
		d.pad(level - 1)
	}
	d.str("}\n")
}

func (d *dumper) property(p *property, level int) {
	d.pad(level + 1)
	d.str("[")
	if p.Key == nil {
		d.int(p.Index)
	} else {
		d.str("\"")
		d.str(p.Name)
		d.str("\"")
		if p.Prot {
			d.str(":protected")
		} else if p.Class != "" {
			d.str(":\"")
			d.str(p.Class)
			d.str("\":private")
		}
	}
	d.str("]=>\n")
	if p.Val.Type() == zval.Undef {
		d.pad(level + 1)
		d.str("uninitialized(")
		d.str(rt.TypeText(p.Info.Type))
		d.str(")\n")
		return
	}
	d.value(p.Val, level+2)
}

// debugTable gives what debugging output shows of an object: own means the
// stored properties themselves; else an owned table, nil for none. ok is false
// when an exception was thrown.
func debugTable(x *rt.Exec, o *zval.Object) (t *zval.Table, own, ok bool) {
	c := x.ClassOf(o)
	if c.DebugInfo == nil && (c.Handlers == nil || c.Handlers.DebugInfo == nil && c.Handlers.Props == nil) {
		return nil, true, true
	}
	t = x.DebugProps(o)
	return t, false, t != nil && !x.HasExc()
}

// printer builds print_r's text.
type printer struct {
	x *rt.Exec
	b *text.Builder
}

func fnPrintR(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	p := printer{x, text.New(x.Space)}
	p.value(a.Val(0), 0)
	if a.Failed() {
		p.b.Free()
		return
	}
	s := p.b.Finish()
	if a.Bool(1) {
		ret.SetStr(s)
		return
	}
	x.Out.Write(s.Bytes())
	x.Space.ReleaseStr(s)
	ret.SetBool(true)
}

// PrintR returns print_r's text, owned; nil when an exception was thrown.
func PrintR(x *rt.Exec, v *zval.Value) *zval.String {
	p := printer{x, text.New(x.Space)}
	p.value(v, 0)
	if x.HasExc() {
		p.b.Free()
		return nil
	}
	return p.b.Finish()
}

func (p *printer) value(v *zval.Value, indent int) {
	x := p.x
	v = v.Deref()
	switch v.Type() {
	case zval.Long:
		p.b.Int(v.Long())
	case zval.StringT:
		p.b.Str(v.Str().View())
	case zval.ArrayT:
		t := v.Arr()
		p.b.Str("Array\n")
		if !guard(&t.GC) {
			p.b.Str(" *RECURSION*")
			return
		}
		defer hold(x, &t.GC)()
		p.hash(indent, func(each func(*property) bool) {
			for it := t.Iter(); it.Next(); {
				k, n := it.Key()
				q := property{Key: k, Index: n, Val: it.Value()}
				if q.Val.Type() == zval.Indirect {
					q.Val = q.Val.Ind()
				}
				if k != nil {
					q.Name = k.View()
				}
				if !each(&q) {
					return
				}
			}
		})
	case zval.ObjectT:
		p.object(v.Obj(), indent)
	default:
		s := x.ToStr(v)
		p.b.Str(s.View())
		x.Space.ReleaseStr(s)
	}
}

func (p *printer) object(o *zval.Object, indent int) {
	x := p.x
	c := x.ClassOf(o)
	p.b.Str(c.Name)
	if c.IsEnum() {
		p.b.Str(" Enum")
		if c.EnumBacking != nil {
			p.b.Str(":")
			p.b.Str(rt.TypeText(c.EnumBacking))
		}
		p.b.Str("\n")
	} else {
		p.b.Str(" Object\n")
	}
	if !guard(&o.GC) {
		p.b.Str(" *RECURSION*")
		return
	}
	defer hold(x, &o.GC)()
	t, own, ok := debugTable(x, o)
	if !ok {
		return
	}
	if t != nil {
		defer x.Space.ReleaseArr(t)
	}
	p.hash(indent, func(each func(*property) bool) {
		if own {
			walkOwn(x, o, each)
		} else if t != nil {
			walkTable(t, each)
		}
	})
}

// hash writes the parenthesised list of elements that walk yields.
func (p *printer) hash(indent int, walk func(each func(*property) bool)) {
	if !p.x.EnterNative() {
		return
	}
	b := p.b
	b.Fill(' ', indent)
	b.Str("(\n")
	walk(func(q *property) bool {
		if q.Val.Type() == zval.Undef {
			return true
		}
		b.Fill(' ', indent+4)
		b.Byte('[')
		if q.Key == nil {
			b.Int(q.Index)
		} else {
			b.Str(q.Name)
			if q.Prot {
				b.Str(":protected")
			} else if q.Class != "" {
				b.Byte(':')
				b.Str(q.Class)
				b.Str(":private")
			}
		}
		b.Str("] => ")
		p.value(q.Val, indent+8)
		b.Byte('\n')
		return !p.x.HasExc()
	})
	b.Fill(' ', indent)
	b.Str(")\n")
	p.x.LeaveNative()
}
