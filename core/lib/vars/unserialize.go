package vars

import (
	"math"
	"strconv"
	"strings"

	"github.com/ebb-vm/ebb/core/lib/text"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// hardDepth bounds the nesting of what is read whatever the program asks for:
// the reader recurses.
const hardDepth = 50000

// delayed is a call to make when all values have been read.
type delayed struct {
	o    *zval.Object // counted
	data zval.Value   // argument of __unserialize; Undef for __wakeup
}

// slots are the values read so far, by number, and what must wait for the end.
// Calls of unserialize within Serializable::unserialize belong to the whole.
type slots struct {
	at    []*zval.Value // they lie in presized tables and do not move
	old   []zval.Value  // values that were overwritten, kept for references to them
	run   []delayed
	typed map[*zval.Value]*rt.PropInfo // typed properties among them

	all     bool
	allowed map[string]bool
	depth   int64
	max     int64
}

// reader reads PHP's serialization format.
type reader struct {
	*slots
	x *rt.Exec
	s string
	p int // where reading stands; on failure, what the message tells
}

// newReader prepares reading data; top tells that the slots are its own.
func newReader(x *rt.Exec, data string) (r *reader, top bool) {
	nest := nestingOf(x)
	r = &reader{x: x, s: data, slots: nest.reading}
	if top = nest.reading == nil || nest.lock > 0; top {
		r.slots = &slots{all: true, max: x.Ini.Int("unserialize_max_depth")}
	}
	return r, top
}

// Unserialize reads data into ret; false on failure, after the messages or an
// exception. May run PHP.
func Unserialize(x *rt.Exec, data string, ret *zval.Value) bool {
	r, top := newReader(x, data)
	return r.read(ret, top)
}

// read reads one value; at the top it also makes the calls that waited.
func (r *reader) read(ret *zval.Value, top bool) bool {
	x := r.x
	nest := nestingOf(x)
	outer, lock := nest.reading, nest.lock
	nest.reading, nest.lock = r.slots, 0
	// the root may become a reference, so it lies where references may point
	root := x.Space.NewPacked(1)
	slot := x.Space.AppendNull(root)
	first := len(r.at)
	ok := r.value(slot, true)
	if !ok {
		clear(r.at[first:]) // what failed may not be referred to
	}
	nest.reading, nest.lock = outer, lock
	switch {
	case !ok && !x.HasExc():
		x.FuncWarning("Error at offset %d of %d bytes", r.p, len(r.s))
	case ok && r.p < len(r.s) && !x.HasExc():
		x.FuncWarning("Extra data starting at offset %d of %d bytes", r.p, len(r.s))
	}
	var out zval.Value
	out.SetBool(false)
	if ok {
		out.CopyFrom(slot.Deref())
	}
	r.old = append(r.old, zval.ArrValue(root))
	if top {
		nest.alone(func() bool { r.finishAll(ok); return true })
	}
	if x.HasExc() {
		x.Space.Release(&out)
		return false
	}
	ret.MoveFrom(&out)
	return ok
}

// finishAll makes the calls that waited, in order, until one fails; the
// objects that get none are not destructed either.
func (r *reader) finishAll(ok bool) {
	x := r.x
	for i := 0; i < len(r.run); i++ {
		d := &r.run[i]
		if ok {
			var res zval.Value
			if d.data.Type() == zval.Undef {
				ok = x.CallMethod(d.o, "__wakeup", nil, &res)
			} else {
				c := x.ClassOf(d.o)
				ok = x.CallFn(c.Unserialize, d.o, c, []zval.Value{d.data}, &res)
			}
			x.Space.Release(&res)
		}
		if !ok {
			d.o.GC.TypeInfo |= zval.ObjDestructorCalled
		}
		x.Space.Release(&d.data)
		x.Space.ReleaseObj(d.o)
	}
	for i := range r.old {
		x.Space.Release(&r.old[i])
	}
}

func fnUnserialize(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	r, top := newReader(x, a.View(0))
	all, allowed, depth, limit := r.all, r.allowed, r.depth, r.max
	if a.Has(1) && !r.options(a, a.Arr(1)) {
		return
	}
	if r.s == "" {
		ret.SetBool(false)
		return
	}
	r.read(ret, top)
	r.all, r.allowed, r.depth, r.max = all, allowed, depth, limit
}

// options reads unserialize's second argument; false when that threw.
func (r *reader) options(a *rt.Args, t *zval.Table) bool {
	x := r.x
	if v := t.FindGo("allowed_classes"); v != nil {
		switch v = v.Deref(); v.Type() {
		case zval.True:
		case zval.False:
			r.all = false
		case zval.ArrayT:
			r.all = false
			r.allowed = map[string]bool{}
			for it := v.Arr().Iter(); it.Next(); {
				e := it.Value().Deref()
				if e.Type() != zval.StringT && e.Type() != zval.ObjectT {
					x.ThrowTypeError("%s(): Option \"allowed_classes\" must be an array of class names, %s given", a.Name(), x.ValueName(e))
					return false
				}
				s := x.ToStr(e)
				name := s.String()
				x.Space.ReleaseStr(s)
				if x.HasExc() {
					return false
				}
				if !validName(name) {
					x.ThrowValueError("%s(): Option \"allowed_classes\" must be an array of class names, \"%s\" given", a.Name(), cut(name))
					return false
				}
				r.allowed[strings.ToLower(name)] = true
			}
		default:
			x.ThrowTypeError("%s(): Option \"allowed_classes\" must be of type array|bool, %s given", a.Name(), x.ValueName(v))
			return false
		}
	}
	if v := t.FindGo("max_depth"); v != nil {
		v = v.Deref()
		if v.Type() != zval.Long {
			x.ThrowTypeError("%s(): Option \"max_depth\" must be of type int, %s given", a.Name(), x.ValueName(v))
			return false
		}
		if v.Long() < 0 {
			x.ThrowValueError("%s(): Option \"max_depth\" must be greater than or equal to 0", a.Name())
			return false
		}
		r.max, r.depth = v.Long(), 0
	}
	return true
}

func validName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if !(c == '_' || c == '\\' || c >= 0x7f || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z') {
			return false
		}
	}
	return true
}

// cut ends a name at its first NUL, as messages do.
func cut(s string) string {
	if i := strings.IndexByte(s, 0); i >= 0 {
		return s[:i]
	}
	return s
}

// digits measures an unsigned number at i followed by c; -1 when there is none.
func (r *reader) digits(i int, c byte) (n int64, end int) {
	start := i
	for i < len(r.s) && r.s[i] >= '0' && r.s[i] <= '9' {
		if n > (math.MaxInt64-9)/10 {
			n = math.MaxInt64 / 20 // far too much for anything
		}
		n = n*10 + int64(r.s[i]-'0')
		i++
	}
	if i == start || i >= len(r.s) || r.s[i] != c {
		return 0, -1
	}
	return n, i + 1
}

func (r *reader) has(i int, c byte) bool { return i < len(r.s) && r.s[i] == c }

// push numbers a slot.
func (r *reader) push(v *zval.Value) { r.at = append(r.at, v) }

// value reads one value into the dead (NULL) slot v. Keys are not numbered.
// On failure r.p tells where.
func (r *reader) value(v *zval.Value, numbered bool) bool {
	x := r.x
	i := r.p
	if i >= len(r.s) {
		return false
	}
	c := r.s[i]
	if numbered && c != 'R' {
		r.push(v)
	}
	if c == '}' {
		x.FuncWarning("Unexpected end of serialized data")
		return false
	}
	if c == 'N' {
		if !r.has(i+1, ';') {
			return false
		}
		r.p = i + 2
		v.SetNull()
		return true
	}
	if !r.has(i+1, ':') {
		return false
	}
	i += 2
	switch c {
	case 'b':
		if i+1 >= len(r.s) || r.s[i] != '0' && r.s[i] != '1' || r.s[i+1] != ';' {
			return false
		}
		r.p = i + 2
		v.SetBool(r.s[i] == '1')
		return true
	case 'i':
		return r.long(v, i)
	case 'd':
		return r.double(v, i)
	case 's':
		return r.str(v, i)
	case 'S':
		return r.escaped(v, i)
	case 'R', 'r':
		n, end := r.digits(i, ';')
		if end < 0 || !numbered {
			return false
		}
		r.p = end
		return r.back(v, n, c == 'R')
	case 'a':
		n, end := r.digits(i, ':')
		if end < 0 || !r.has(end, '{') {
			return false
		}
		r.p = end + 1
		if !numbered || n > int64(len(r.s)-r.p) {
			return false
		}
		if n == 0 {
			v.SetArr(x.Space.EmptyArray())
			return r.finish()
		}
		t := x.Space.NewHash(int(n))
		v.SetArr(t)
		return r.array(t, n) && r.finish()
	case 'O', 'C':
		if !numbered {
			return false
		}
		return r.object(v, i, c == 'C')
	case 'E':
		if !numbered {
			return false
		}
		return r.enum(v, i)
	}
	return false
}

func (r *reader) finish() bool {
	if !r.has(r.p, '}') {
		return false
	}
	r.p++
	return true
}

func (r *reader) long(v *zval.Value, i int) bool {
	neg := false
	if r.has(i, '-') || r.has(i, '+') {
		neg = r.s[i] == '-'
		i++
	}
	n, first, over := uint64(0), i, false
	for i < len(r.s) && r.s[i] >= '0' && r.s[i] <= '9' {
		d := uint64(r.s[i] - '0')
		if n > (1<<63-d)/10 {
			over = true
		}
		n = n*10 + d
		i++
	}
	if i == first || !r.has(i, ';') {
		return false
	}
	if over || !neg && n > math.MaxInt64 {
		r.x.FuncWarning("Numerical result out of range")
		n = math.MaxInt64
		if neg {
			n++
		}
	}
	r.p = i + 1
	if neg {
		v.SetLong(-int64(n))
	} else {
		v.SetLong(int64(n))
	}
	return true
}

func (r *reader) double(v *zval.Value, i int) bool {
	k := strings.IndexByte(r.s[i:], ';')
	if k <= 0 {
		return false
	}
	t := r.s[i : i+k]
	switch t {
	case "NAN":
		v.SetDouble(math.NaN())
	case "INF", "+INF":
		v.SetDouble(math.Inf(1))
	case "-INF":
		v.SetDouble(math.Inf(-1))
	default:
		digits := 0
		for j := range len(t) {
			switch c := t[j]; {
			case c >= '0' && c <= '9':
				digits++
			case c == '.' || c == '+' || c == '-' || c == 'e' || c == 'E':
			default:
				return false
			}
		}
		if digits == 0 {
			return false
		}
		f, err := strconv.ParseFloat(t, 64)
		if err != nil && !math.IsInf(f, 0) {
			return false
		}
		v.SetDouble(f)
	}
	r.p = i + k + 1
	return true
}

// text reads a length, a quote and that many bytes; what follows must be a
// quote and end. At i lies the length.
func (r *reader) text(i int, end byte) (s string, ok bool) {
	start := i
	n, i := r.digits(i, ':')
	if i < 0 || !r.has(i, '"') {
		return "", false
	}
	i++
	if int64(len(r.s)-i) < n {
		r.p = start
		return "", false
	}
	s = r.s[i : i+int(n)]
	i += int(n)
	if !r.has(i, '"') {
		r.p = i
		return "", false
	}
	if !r.has(i+1, end) {
		r.p = i + 1
		return "", false
	}
	r.p = i + 2
	return s, true
}

func (r *reader) str(v *zval.Value, i int) bool {
	s, ok := r.text(i, ';')
	if ok {
		v.SetStr(r.x.Space.NewString(s))
	}
	return ok
}

// escaped reads the form in which bytes may be written as \hh.
func (r *reader) escaped(v *zval.Value, i int) bool {
	n, i := r.digits(i, ':')
	if i < 0 || !r.has(i, '"') || n > int64(len(r.s)-i) {
		return false
	}
	i++
	b := text.NewSize(r.x.Space, int(n))
	for ; n > 0; n-- {
		if i >= len(r.s) {
			b.Free()
			return false
		}
		c := r.s[i]
		i++
		if c == '\\' {
			h, err := strconv.ParseUint(r.s[i:min(i+2, len(r.s))], 16, 8)
			if err != nil || i+2 > len(r.s) {
				b.Free()
				return false
			}
			c = byte(h)
			i += 2
		}
		b.Byte(c)
	}
	if !r.has(i, '"') {
		r.p = i
		b.Free()
		return false
	}
	if !r.has(i+1, ';') {
		r.p = i + 1
		b.Free()
		return false
	}
	r.p = i + 2
	v.SetStr(b.Finish())
	r.x.FuncDeprecated("Unserializing the 'S' format is deprecated")
	return !r.x.HasExc()
}

// back resolves a back reference: the same reference (R) or the same object (r).
func (r *reader) back(v *zval.Value, n int64, ref bool) bool {
	if n < 1 || n > int64(len(r.at)) {
		return false
	}
	src := r.at[n-1]
	if src == nil || src == v || src.Type() == zval.ReferenceT && src.Deref() == v {
		return false
	}
	if ref {
		if src.Type() != zval.ReferenceT {
			if src.Type() == zval.Undef {
				return false
			}
			ref := r.x.Space.MakeRef(src)
			if info := r.typed[src]; info != nil {
				r.x.RefAddSource(ref, info)
			}
		}
		v.CopyFrom(src)
		return true
	}
	src = src.Deref()
	if src.Type() != zval.ObjectT {
		return false
	}
	v.CopyFrom(src)
	return true
}

// enter counts a level of nesting.
func (r *reader) enter() bool {
	r.depth++
	if r.max > 0 && r.depth > r.max {
		r.x.FuncWarning("Maximum depth of %d exceeded. The depth limit can be changed using the max_depth unserialize() option or the unserialize_max_depth ini setting", r.max)
		return false
	}
	zval.Deeper(int(r.depth))
	return r.depth <= hardDepth
}

// array reads n elements into t, which has room for them.
func (r *reader) array(t *zval.Table, n int64) bool {
	if !r.enter() {
		return false
	}
	x := r.x
	for ; n > 0; n-- {
		var key zval.Value
		key.SetNull()
		if !r.value(&key, false) {
			x.Space.Release(&key)
			return false
		}
		var slot *zval.Value
		switch key.Type() {
		case zval.Long:
			slot = x.Space.LookupLong(t, key.Long())
		case zval.StringT:
			slot = x.Space.LookupSym(t, key.Str())
		}
		x.Space.Release(&key)
		if slot == nil {
			return false
		}
		r.retire(slot)
		if !r.value(slot, true) || !r.separated(n) {
			return false
		}
	}
	r.depth--
	return true
}

// retire empties a slot that is to be read into, keeping what it held.
func (r *reader) retire(slot *zval.Value) {
	if slot.IsRefcounted() {
		var v zval.Value
		v.MoveFrom(slot)
		r.old = append(r.old, v)
	}
	slot.SetNull()
}

// separated checks that an element which is not the last ended properly.
func (r *reader) separated(n int64) bool {
	if n > 1 && r.p > 0 {
		if c := r.s[r.p-1]; c != ';' && c != '}' {
			r.p--
			return false
		}
	}
	return true
}
