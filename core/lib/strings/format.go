package strings

import (
	"io"
	"math"
	"strconv"

	"github.com/ebb-vm/ebb/core/lib/text"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

const (
	defaultPrecision = 6  // digits of a float without a precision
	maxPrecision     = 53 // digits a float conversion gives at most
)

// formatter is one run of a printf format.
type formatter struct {
	x    *rt.Exec
	b    *text.Builder
	f    string
	args []*zval.Value
	next int // argument to take next
	miss int // highest argument that was not there, -1

	// of the conversion at hand
	left     bool
	sign     bool
	pad      byte
	width    int
	prec     int
	hasPrec  bool
	expPrec  bool // precision written out: cuts strings
	position int  // argument number given, -1
}

// Format renders a printf format, owned; nil when an exception was thrown. The
// error for too few arguments counts those before: extra is how many come
// ahead of the values in the call, or -1 when the values came as an array.
func Format(x *rt.Exec, format string, args []*zval.Value, extra int) *zval.String {
	p := formatter{x: x, b: text.New(x.Space), f: format, args: args, miss: -1}
	if !p.run() {
		p.b.Free()
		return nil
	}
	if p.miss >= 0 {
		p.b.Free()
		if extra < 0 {
			x.ThrowValueError("The arguments array must contain %d items, %d given", p.miss+1, len(args))
		} else {
			x.ThrowArgumentCountError("%d arguments are required, %d given", p.miss+extra+1, len(args)+extra)
		}
		return nil
	}
	return p.b.Finish()
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// number reads digits at i; -1 when they exceed an int of 31 bits.
func (p *formatter) number(i int) (n, end int) {
	for i < len(p.f) && digit(p.f[i]) {
		if n >= 0 {
			if n = n*10 + int(p.f[i]-'0'); n >= math.MaxInt32 {
				n = -1
			}
		}
		i++
	}
	return n, i
}

// argPosition reads "n$" at i when it is there.
func (p *formatter) argPosition(i int) (pos, end int, ok bool) {
	j := i
	for j < len(p.f) && digit(p.f[j]) {
		j++
	}
	if j >= len(p.f) || p.f[j] != '$' {
		return -1, i, true
	}
	n, _ := p.number(i)
	if n <= 0 || j == i {
		p.x.ThrowValueError("Argument number specifier must be greater than zero and less than %d", math.MaxInt32)
		return 0, j, false
	}
	return n - 1, j + 1, true
}

// arg takes an argument: the one at pos, or the next one for -1; nil when it is missing.
func (p *formatter) arg(pos int) *zval.Value {
	if pos < 0 {
		pos = p.next
		p.next++
	}
	if pos >= len(p.args) {
		p.miss = max(p.miss, pos)
		return nil
	}
	return p.args[pos].Deref()
}

func (p *formatter) run() bool {
	for i := 0; i < len(p.f); {
		if p.f[i] != '%' {
			j := i + 1
			for j < len(p.f) && p.f[j] != '%' {
				j++
			}
			p.b.Str(p.f[i:j])
			i = j
			continue
		}
		if i+1 < len(p.f) && p.f[i+1] == '%' {
			p.b.Byte('%')
			i += 2
			continue
		}
		end, ok := p.conversion(i + 1)
		if !ok {
			return false
		}
		i = end
	}
	return true
}

// conversion handles what follows a percent sign at i.
func (p *formatter) conversion(i int) (end int, ok bool) {
	x := p.x
	p.left, p.sign, p.pad, p.width, p.prec, p.hasPrec, p.expPrec, p.position = false, false, ' ', 0, 0, false, false, -1
	if i < len(p.f) && !isAlpha(p.f[i]) {
		if p.position, i, ok = p.argPosition(i); !ok {
			return i, false
		}
	modifiers:
		for ; i < len(p.f); i++ {
			switch c := p.f[i]; c {
			case ' ', '0':
				p.pad = c
			case '-':
				p.left = true
			case '+':
				p.sign = true
			case '\'':
				if i+1 >= len(p.f) {
					x.ThrowValueError("Missing padding character")
					return i, false
				}
				i++
				p.pad = p.f[i]
			default:
				break modifiers
			}
		}
		if i < len(p.f) && p.f[i] == '*' {
			if p.width, i, ok = p.star(i+1, "Width", 0); !ok {
				return i, false
			}
		} else if i < len(p.f) && digit(p.f[i]) {
			if p.width, i = p.number(i); p.width < 0 {
				x.ThrowValueError("Width must be between 0 and %d", math.MaxInt32)
				return i, false
			}
		}
		if i < len(p.f) && p.f[i] == '.' {
			i++
			p.expPrec = true
			if i < len(p.f) && digit(p.f[i]) {
				p.hasPrec = true
				if p.prec, i = p.number(i); p.prec < 0 {
					x.ThrowValueError("Precision must be between 0 and %d", math.MaxInt32)
					return i, false
				}
			} else if i < len(p.f) && p.f[i] == '*' {
				p.hasPrec = true
				if p.prec, i, ok = p.star(i+1, "Precision", -1); !ok {
					return i, false
				}
			} else {
				p.hasPrec = true
			}
		}
	}
	if i < len(p.f) && p.f[i] == 'l' {
		i++
	}
	v := p.arg(p.position)
	if v == nil {
		return i + 1, true
	}
	if p.prec == -1 && (i >= len(p.f) || p.f[i]|0x20 != 'g' && p.f[i]|0x20 != 'h') {
		x.ThrowValueError("Precision -1 is only supported for %g, %G, %h and %H")
		return i, false
	}
	if i >= len(p.f) {
		x.ThrowValueError("Missing format specifier at end of string")
		return i, false
	}
	switch c := p.f[i]; c {
	case 's':
		s := x.ToStr(v)
		if !x.HasExc() {
			p.str(s.View(), p.prec, false, p.expPrec, false)
		}
		x.Space.ReleaseStr(s)
	case 'd':
		p.int(x.ToLong(v))
	case 'u':
		p.digits(strconv.FormatUint(uint64(x.ToLong(v)), 10), false)
	case 'e', 'E', 'f', 'F', 'g', 'G', 'h', 'H':
		p.float(c, x.ToDouble(v))
	case 'c':
		p.b.Byte(byte(x.ToLong(v)))
	case '%': // with modifiers, it takes an argument
		p.b.Byte('%')
	case 'o':
		p.digits(strconv.FormatUint(uint64(x.ToLong(v)), 8), true)
	case 'x':
		p.digits(strconv.FormatUint(uint64(x.ToLong(v)), 16), true)
	case 'X':
		b := []byte(strconv.FormatUint(uint64(x.ToLong(v)), 16))
		upper(b, b)
		p.digits(string(b), true)
	case 'b':
		p.digits(strconv.FormatUint(uint64(x.ToLong(v)), 2), true)
	default:
		x.ThrowValueError("Unknown format specifier \"%s\"", string([]byte{c}))
		return i, false
	}
	return i + 1, !x.HasExc()
}

// star takes a width or precision from the arguments.
func (p *formatter) star(i int, what string, low int64) (n, end int, ok bool) {
	pos, i, ok := p.argPosition(i)
	if !ok {
		return 0, i, false
	}
	v := p.arg(pos)
	if v == nil {
		return 0, i, true
	}
	if v.Type() != zval.Long {
		p.x.ThrowValueError("%s must be an integer", what)
		return 0, i, false
	}
	if v.Long() < low || v.Long() > math.MaxInt32 {
		if low < 0 {
			p.x.ThrowValueError("%s must be between -1 and %d", what, math.MaxInt32)
		} else {
			p.x.ThrowValueError("%s must be between 0 and %d", what, math.MaxInt32)
		}
		return 0, i, false
	}
	return int(v.Long()), i, true
}

// str adds s padded to the width; most bytes of it when cut is set. neg and
// sign tell that s may start with a sign that goes before padding zeros.
func (p *formatter) str(s string, most int, neg, cut, sign bool) {
	if cut && len(s) > most {
		s = s[:max(most, 0)]
	}
	pad := p.width - len(s)
	if p.left {
		p.b.Str(s)
		p.b.Fill(p.pad, pad)
		return
	}
	if (neg || sign) && p.pad == '0' && len(s) > 0 {
		if neg {
			p.b.Byte('-')
		} else {
			p.b.Byte('+')
		}
		s = s[1:]
	}
	p.b.Fill(p.pad, pad)
	p.b.Str(s)
}

func (p *formatter) int(n int64) {
	var t [24]byte
	b := t[:0]
	if p.sign && n >= 0 {
		b = append(b, '+')
	}
	b = strconv.AppendInt(b, n, 10)
	if p.left && p.pad == '0' {
		p.pad = ' ' // zeros to the right would change the number
	}
	p.str(string(b), 0, n < 0, false, p.sign)
}

// digits adds an unsigned number; those of bases two, eight and sixteen are
// cut to nothing by an explicit precision, which PHP takes for a length of 0.
func (p *formatter) digits(s string, cut bool) {
	if !cut && p.left && p.pad == '0' {
		p.pad = ' '
	}
	p.str(s, 0, false, cut && p.expPrec, false)
}

func (p *formatter) float(c byte, f float64) {
	prec := p.prec
	if !p.hasPrec {
		prec = defaultPrecision
	} else if prec > maxPrecision {
		p.x.FuncNotice("Requested precision of %d digits was truncated to PHP maximum of %d digits", prec, maxPrecision)
		prec = maxPrecision
	}
	if f != f {
		p.b.Str("NaN")
		return
	}
	if math.IsInf(f, 0) {
		p.special(f < 0)
		return
	}
	var b []byte
	switch c {
	case 'e', 'E', 'f', 'F':
		b = convFloat(c, f, prec)
	default:
		if prec == 0 {
			prec = 1
		}
		exp := byte('e')
		if c == 'G' || c == 'H' {
			exp = 'E'
		}
		b = zval.AppendDouble(nil, f, prec, exp)
	}
	neg := len(b) > 0 && b[0] == '-'
	if !neg && p.sign {
		b = append([]byte{'+'}, b...)
	}
	p.str(string(b), 0, neg, false, p.sign)
}

// special adds infinity, which is never padded; PHP takes its first letter for
// a sign when zeros were to follow one.
func (p *formatter) special(neg bool) {
	if !p.left && p.pad == '0' && (neg || p.sign) {
		if neg {
			p.b.Str("-NF")
		} else {
			p.b.Str("+NF")
		}
		return
	}
	p.b.Str("INF")
}

// convFloat is C's %e and %f, with the shortest exponent.
func convFloat(c byte, f float64, prec int) []byte {
	if c == 'f' || c == 'F' {
		b := strconv.AppendFloat(nil, f, 'f', prec, 64)
		return unsignZero(b, f)
	}
	b := strconv.AppendFloat(nil, f, c, prec, 64)
	if n := len(b); n > 3 && b[n-2] == '0' && !digit(b[n-3]) {
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return unsignZero(b, f)
}

// unsignZero drops the sign of a negative zero, which PHP does not show.
func unsignZero(b []byte, f float64) []byte {
	if f == 0 && len(b) > 0 && b[0] == '-' {
		return b[1:]
	}
	return b
}

func fnSprintf(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if s := Format(x, a.View(0), a.Rest(1), 1); s != nil {
		ret.SetStr(s)
	}
}

func fnPrintf(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	emit(x, Format(x, a.View(0), a.Rest(1), 1), ret)
}

func emit(x *rt.Exec, s *zval.String, ret *zval.Value) {
	if s == nil {
		return
	}
	x.Out.Write(s.Bytes())
	ret.SetLong(int64(s.Len))
	x.Space.ReleaseStr(s)
}

// values borrows the elements of an array in order.
func values(t *zval.Table) []*zval.Value {
	vs := make([]*zval.Value, 0, t.Len())
	for it := t.Iter(); it.Next(); {
		vs = append(vs, it.Value().Deref())
	}
	return vs
}

func fnVsprintf(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if s := Format(x, a.View(0), values(a.Arr(1)), -1); s != nil {
		ret.SetStr(s)
	}
}

func fnVprintf(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	emit(x, Format(x, a.View(0), values(a.Arr(1)), -1), ret)
}

// toStream writes s, consumed, to the stream that is argument 0.
func toStream(x *rt.Exec, a *rt.Args, s *zval.String, ret *zval.Value) {
	if s == nil {
		return
	}
	n := s.Len
	_, data := x.Resource(a.Val(0).Res())
	if w, ok := data.(io.Writer); ok {
		if _, err := w.Write(s.Bytes()); err != nil {
			n = 0
		}
	}
	x.Space.ReleaseStr(s)
	ret.SetLong(int64(n))
}

// stream reports whether argument 0 is an open stream, throwing when not.
func stream(x *rt.Exec, a *rt.Args) bool {
	v := a.Val(0)
	if v.Type() != zval.ResourceT {
		a.TypeError(0, "must be of type resource, %s given", x.ValueName(v))
		return false
	}
	if kind, _ := x.Resource(v.Res()); kind == "" {
		x.ThrowTypeError("%s(): supplied resource is not a valid stream resource", a.Name())
		return false
	}
	return true
}

func fnFprintf(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if stream(x, a) {
		toStream(x, a, Format(x, a.View(1), a.Rest(2), 2), ret)
	}
}

func fnVfprintf(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if stream(x, a) {
		toStream(x, a, Format(x, a.View(1), values(a.Arr(2)), -1), ret)
	}
}
