package strings

import (
	"encoding/binary"
	"math"

	"github.com/ebb-vm/ebb/core/lib/text"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// packSize is the bytes of a numeric code; 0 for other codes.
func packSize(c byte) int {
	switch c {
	case 'c', 'C':
		return 1
	case 's', 'S', 'n', 'v':
		return 2
	case 'l', 'L', 'N', 'V', 'i', 'I', 'f', 'g', 'G':
		return 4
	case 'q', 'Q', 'J', 'P', 'd', 'e', 'E':
		return 8
	}
	return 0
}

func packFloat(c byte) bool {
	switch c {
	case 'f', 'g', 'G', 'd', 'e', 'E':
		return true
	}
	return false
}

// packOrder is a code's byte order; the machine's own is little-endian.
func packOrder(c byte) binary.ByteOrder {
	switch c {
	case 'n', 'N', 'J', 'G', 'E':
		return binary.BigEndian
	}
	return binary.LittleEndian
}

const (
	packStar = -1 // "*"
	packNone = -2 // no repeater
)

// repeater reads a code's count at i.
func repeater(f string, i int) (n, end int) {
	if i < len(f) && f[i] == '*' {
		return packStar, i + 1
	}
	if i >= len(f) || !digit(f[i]) {
		return packNone, i
	}
	for i < len(f) && digit(f[i]) {
		n = min(n*10+int(f[i]-'0'), math.MaxInt32+1)
		i++
	}
	return n, i
}

func fnPack(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	f := a.View(0)
	args := a.Rest(1)
	b := text.New(x.Space)
	ok := false
	defer func() {
		if !ok {
			b.Free()
		}
	}()
	next := 0
	for i := 0; i < len(f); {
		c := f[i]
		n, end := repeater(f, i+1)
		i = end
		switch c {
		case 'x', 'X', '@':
			if n == packStar {
				a.Warn("Type %c: '*' ignored", c)
				n = 1
			} else if n == packNone {
				n = 1
			}
			switch c {
			case 'x':
				b.Fill(0, n)
			case 'X':
				if n > b.Len() {
					a.Warn("Type %c: outside of string", c)
					n = b.Len()
				}
				b.Cut(b.Len() - n)
			default:
				if n > b.Len() {
					b.Fill(0, n-b.Len())
				} else {
					b.Cut(n)
				}
			}
		case 'a', 'A', 'Z', 'h', 'H':
			if next >= len(args) {
				x.ThrowValueError("Type %c: not enough arguments", c)
				return
			}
			s := x.ToStr(args[next])
			next++
			if !a.Failed() {
				packText(a, b, c, n, s.View())
			}
			x.Space.ReleaseStr(s)
		default:
			size := packSize(c)
			if size == 0 {
				x.ThrowValueError("Type %c: unknown format code", c)
				return
			}
			if n == packStar {
				n = len(args) - next
			} else if n == packNone {
				n = 1
			}
			if n > len(args)-next {
				x.ThrowValueError("Type %c: too few arguments", c)
				return
			}
			for range n {
				v := args[next]
				next++
				if packFloat(c) {
					f := x.ToDouble(v)
					if size == 4 {
						packOrder(c).PutUint32(b.Room(4), math.Float32bits(float32(f)))
					} else {
						packOrder(c).PutUint64(b.Room(8), math.Float64bits(f))
					}
				} else {
					u := uint64(x.ToLong(v))
					p := b.Room(size)
					switch size {
					case 1:
						p[0] = byte(u)
					case 2:
						packOrder(c).PutUint16(p, uint16(u))
					case 4:
						packOrder(c).PutUint32(p, uint32(u))
					default:
						packOrder(c).PutUint64(p, u)
					}
				}
				if a.Failed() {
					return
				}
			}
		}
		if a.Failed() {
			return
		}
	}
	if next < len(args) {
		a.Warn("%d arguments unused", len(args)-next)
		if a.Failed() {
			return
		}
	}
	ok = true
	ret.SetStr(b.Finish())
}

// packText adds a string under one of the codes a, A, Z, h and H.
func packText(a *rt.Args, b *text.Builder, c byte, n int, s string) {
	if n == packNone {
		n = 1
	}
	switch c {
	case 'h', 'H':
		if n == packStar {
			n = len(s)
		}
		if n > len(s) {
			a.Warn("Type %c: not enough characters in string", c)
			n = len(s)
		}
		at := b.Len()
		b.Fill(0, (n+1)/2)
		p := b.Bytes()[at:]
		for i := range n {
			d := hexDigit(s[i])
			if d < 0 {
				a.Warn("Type %c: illegal hex digit %c", c, s[i])
				d = 0
			}
			if (i%2 == 0) == (c == 'H') {
				d <<= 4
			}
			p[i/2] |= byte(d)
		}
		return
	}
	pad := byte(0)
	if c == 'A' {
		pad = ' '
	}
	if n == packStar {
		b.Str(s)
		if c == 'Z' {
			b.Byte(0)
		}
		return
	}
	room := n
	if c == 'Z' {
		room = max(n-1, 0) // the last byte is NUL
	}
	k := min(room, len(s))
	b.Str(s[:k])
	b.Fill(pad, n-k)
}

func fnUnpack(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	f, data, off := a.View(0), a.View(1), a.Int(2)
	if off < 0 || off > int64(len(data)) {
		a.ValueError(2, "must be contained in argument #2 ($data)")
		return
	}
	data = data[off:]
	t := x.Space.NewTable(8)
	keep := false
	defer func() {
		if !keep {
			x.Space.ReleaseArr(t)
		}
	}()
	at := 0
	for i := 0; i < len(f); {
		c := f[i]
		n, end := repeater(f, i+1)
		if n > math.MaxInt32 {
			a.Warn("Type %c: integer overflow", c)
			if !a.Failed() {
				ret.SetBool(false)
			}
			return
		}
		i = end
		name := ""
		for k := i; ; k++ {
			if k >= len(f) || f[k] == '/' {
				name = f[i:k]
				i = min(k+1, len(f))
				break
			}
		}
		given := n
		if len(name) > 200 {
			name = name[:200]
		}
		size := packSize(c)
		switch c {
		case 'X':
			size = -1
			if n < 0 {
				if n == packStar {
					a.Warn("Type %c: '*' ignored", c)
				}
				n = 1
			}
		case '@':
			size = 0
			if n < 0 {
				n = 1
			}
		case 'a', 'A', 'Z':
			if n == packNone {
				n = 1
			}
			size = n // -1 for the rest
			n = 1
		case 'h', 'H':
			if n == packNone {
				n = 1
			}
			size = n
			if n > 0 {
				size = (n + 1) / 2
			}
			n = 1
		case 'x':
			size = 1
			if n == packStar {
				a.Warn("Type %c: '*' ignored", c)
				n = 1
			} else if n == packNone {
				n = 1
			}
		default:
			if size == 0 {
				x.ThrowValueError("Invalid format type %c", c)
				return
			}
			if n == packNone {
				n = 1
			}
		}
		if a.Failed() {
			return
		}
		for k := 0; n == packStar || k < n; k++ {
			key := name
			switch {
			case c == 'X' || c == '@' || c == 'x':
			case n != 1 || name == "":
				key = name + string(appendInt(nil, int64(k+1)))
			}
			need := size
			text := c == 'a' || c == 'A' || c == 'Z' || c == 'h' || c == 'H'
			if text && size < 0 {
				need = len(data) - at
			}
			switch c {
			case 'X':
				at = max(at-1, 0)
				continue
			case '@':
				if n <= len(data) {
					at = n
				} else {
					a.Warn("Type %c: outside of string", c)
					if a.Failed() {
						return
					}
				}
				k = n
				continue
			}
			if need > len(data)-at {
				if n == packStar {
					break
				}
				a.Warn("Type %c: not enough input values, need %d values but only %d %s provided", c, need, len(data)-at, wasWere(len(data)-at))
				if !a.Failed() {
					ret.SetBool(false)
				}
				return
			}
			if c == 'x' {
				at++
				continue
			}
			if (c == 'h' || c == 'H') && need > math.MaxInt32/2 {
				a.ValueError(0, "repeater must be less than or equal to %d", math.MaxInt32/2)
				return
			}
			v := unpackOne(x, c, data[at:at+need], given)
			x.Space.SetSymGo(t, key, &v)
			at += need
		}
	}
	keep = true
	ret.SetArr(t)
}

func wasWere(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

func appendInt(b []byte, n int64) []byte {
	if n >= 10 {
		b = appendInt(b, n/10)
	}
	return append(b, byte('0'+n%10))
}

// unpackOne reads one value from exactly its bytes; n is the repeater, which
// for hexadecimal codes counts digits.
func unpackOne(x *rt.Exec, c byte, p string, n int) (v zval.Value) {
	switch c {
	case 'a':
		v.SetStr(x.Space.NewString(p))
		return v
	case 'A':
		k := len(p)
		for k > 0 && (p[k-1] == ' ' || p[k-1] == 0 || p[k-1] == '\t' || p[k-1] == '\r' || p[k-1] == '\n') {
			k--
		}
		v.SetStr(x.Space.NewString(p[:k]))
		return v
	case 'Z':
		k := 0
		for k < len(p) && p[k] != 0 {
			k++
		}
		v.SetStr(x.Space.NewString(p[:k]))
		return v
	case 'h', 'H':
		digits := 2 * len(p)
		if n == packNone {
			n = 1
		}
		if n >= 0 && n < digits {
			digits = n
		}
		b := text.NewSize(x.Space, digits)
		for i := range digits {
			d := p[i/2]
			if (i%2 == 0) == (c == 'H') {
				d >>= 4
			}
			b.Byte(hexLower[d&15])
		}
		v.SetStr(b.Finish())
		return v
	}
	raw := []byte(p)
	switch packSize(c) {
	case 1:
		if c == 'c' {
			v.SetLong(int64(int8(raw[0])))
		} else {
			v.SetLong(int64(raw[0]))
		}
	case 2:
		u := packOrder(c).Uint16(raw)
		if c == 's' {
			v.SetLong(int64(int16(u)))
		} else {
			v.SetLong(int64(u))
		}
	case 4:
		u := packOrder(c).Uint32(raw)
		switch {
		case packFloat(c):
			v.SetDouble(float64(math.Float32frombits(u)))
		case c == 'l' || c == 'i':
			v.SetLong(int64(int32(u)))
		default:
			v.SetLong(int64(u))
		}
	default:
		u := packOrder(c).Uint64(raw)
		if packFloat(c) {
			v.SetDouble(math.Float64frombits(u))
		} else {
			v.SetLong(int64(u))
		}
	}
	return v
}
