package strings

import (
	"encoding/base64"
	"strings"

	"github.com/ebb-vm/ebb/core/lib/text"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

const hexUpper = "0123456789ABCDEF"

// urlPlain reports a byte that urlencode leaves alone; raw is rawurlencode's rule.
func urlPlain(c byte, raw bool) bool {
	return isAlnum(c) || c == '-' || c == '.' || c == '_' || raw && c == '~'
}

// addURL adds s percent-encoded.
func addURL(b *text.Builder, s string, raw bool) {
	for i := range len(s) {
		switch c := s[i]; {
		case urlPlain(c, raw):
			b.Byte(c)
		case c == ' ' && !raw:
			b.Byte('+')
		default:
			b.Byte('%')
			b.Byte(hexUpper[c>>4])
			b.Byte(hexUpper[c&15])
		}
	}
}

func urlEncoder(raw bool) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		s := a.View(0)
		n := 0
		changed := false
		for i := range len(s) {
			if !urlPlain(s[i], raw) {
				changed = true
				if s[i] != ' ' || raw {
					n += 2
				}
			}
		}
		if !changed {
			setSame(ret, a.Str(0))
			return
		}
		b := text.NewSize(x.Space, len(s)+n)
		addURL(b, s, raw)
		ret.SetStr(b.Finish())
	}
}

func urlDecoder(raw bool) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		s := a.Str(0)
		if strings.IndexByte(s.View(), '%') < 0 && (raw || strings.IndexByte(s.View(), '+') < 0) {
			setSame(ret, s)
			return
		}
		r := x.Space.NewString(s.View())
		if r.Interned() {
			if r.At(0) == '+' {
				r = x.Space.Char(' ')
			}
			ret.SetStr(r)
			return
		}
		n := decodeURL(r.Bytes(), raw)
		ret.SetStr(x.Space.Truncate(r, n))
	}
}

// decodeURL undoes percent-encoding in place and returns the new length.
func decodeURL(b []byte, raw bool) int {
	n := 0
	for i := 0; i < len(b); i++ {
		c := b[i]
		switch {
		case c == '+' && !raw:
			c = ' '
		case c == '%' && i+2 < len(b) && hexDigit(b[i+1]) >= 0 && hexDigit(b[i+2]) >= 0:
			c = byte(hexDigit(b[i+1])<<4 | hexDigit(b[i+2]))
			i += 2
		}
		b[n] = c
		n++
	}
	return n
}

func fnBase64Encode(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := a.Bytes(0)
	if len(s) == 0 {
		ret.SetStr(x.Space.EmptyString())
		return
	}
	r := x.Space.AllocString(base64.StdEncoding.EncodedLen(len(s)))
	base64.StdEncoding.Encode(r.Bytes(), s)
	ret.SetStr(r)
}

func fnBase64Decode(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s, strict := a.View(0), a.Bool(1)
	b := text.NewSize(x.Space, len(s)+1)
	n, pads := 0, 0
	var acc byte
	for i := range len(s) {
		c := s[i]
		if c == '=' {
			pads++
			continue
		}
		var d byte
		switch {
		case isUpper(c):
			d = c - 'A'
		case isLower(c):
			d = c - 'a' + 26
		case digit(c):
			d = c - '0' + 52
		case c == '+':
			d = 62
		case c == '/':
			d = 63
		default:
			if strict && !(c == ' ' || c == '\t' || c == '\n' || c == '\r') {
				b.Free()
				ret.SetBool(false)
				return
			}
			continue
		}
		if strict && pads > 0 {
			b.Free()
			ret.SetBool(false)
			return
		}
		switch n % 4 {
		case 0:
			acc = d << 2
		case 1:
			b.Byte(acc | d>>4)
			acc = d << 4
		case 2:
			b.Byte(acc | d>>2)
			acc = d << 6
		case 3:
			b.Byte(acc | d)
		}
		n++
	}
	if strict && (n%4 == 1 || pads > 0 && (pads > 2 || (n+pads)%4 != 0)) {
		b.Free()
		ret.SetBool(false)
		return
	}
	ret.SetStr(b.Finish())
}

// urlParts are the components of a URL; has tells which are there.
type urlParts struct {
	scheme, user, pass, host, path, query, fragment string
	port                                            int64
	has                                             [8]bool
}

// Components, PHP_URL_*.
const (
	urlScheme = iota
	urlHost
	urlPort
	urlUser
	urlPass
	urlPath
	urlQuery
	urlFragment
)

// parseURL splits a URL leniently, as parse_url does; false for the few it refuses.
func parseURL(s string) (u urlParts, ok bool) {
	rest := s
	authority := false
	colon := strings.IndexByte(s, ':')
	switch {
	case colon > 0 && validScheme(s[:colon]):
		after := s[colon+1:]
		if strings.HasPrefix(after, "//") {
			u.scheme, u.has[urlScheme] = s[:colon], true
			rest = after[2:]
			if strings.EqualFold(u.scheme, "file") && strings.HasPrefix(rest, "/") {
				// file:///path: no host; a drive letter loses the slash
				if len(rest) > 2 && rest[2] == ':' {
					rest = rest[1:]
				}
				return u, u.tail(rest)
			}
			authority = true
			break
		}
		// "host:port", or a scheme without authority
		digits := 0
		for digits < len(after) && digit(after[digits]) {
			digits++
		}
		if digits > 0 && digits < 6 && (digits == len(after) || after[digits] == '/') {
			rest = strings.TrimPrefix(s, "//")
			authority = true
			break
		}
		u.scheme, u.has[urlScheme] = s[:colon], true
		if !strings.HasPrefix(after, "/") {
			return u, u.tail(after)
		}
		return u, u.tail(after)
	case colon >= 0 && !validScheme(s[:colon]) || colon == 0:
		if strings.HasPrefix(s, "//") {
			rest, authority = s[2:], true
			break
		}
		// a colon with digits behind it may be a port
		after := s[colon+1:]
		digits := 0
		for digits < len(after) && digits < 6 && digit(after[digits]) {
			digits++
		}
		if digits > 0 && digits < 6 && (digits == len(after) || after[digits] == '/') {
			n := int64(0)
			for _, c := range []byte(after[:digits]) {
				n = n*10 + int64(c-'0')
			}
			if n > 65535 {
				return u, false
			}
			u.port, u.has[urlPort] = n, true
			if strings.HasPrefix(s, "//") {
				rest = s[2:]
			}
			authority = true
			break
		}
		if digits == 0 && len(after) == 0 && colon == len(s)-1 {
			return u, u.tail(s)
		}
		return u, u.tail(s)
	case strings.HasPrefix(s, "//"):
		rest, authority = s[2:], true
	}
	if !authority {
		return u, u.tail(rest)
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	if !u.authority(rest[:end]) {
		return u, false
	}
	if end == len(rest) {
		return u, true
	}
	return u, u.tail(rest[end:])
}

func validScheme(s string) bool {
	for i := range len(s) {
		if c := s[i]; !isAlnum(c) && c != '+' && c != '.' && c != '-' {
			return false
		}
	}
	return s != ""
}

// authority reads "user:pass@host:port".
func (u *urlParts) authority(s string) bool {
	if k := strings.LastIndexByte(s, '@'); k >= 0 {
		login := s[:k]
		s = s[k+1:]
		u.has[urlUser] = true
		if c := strings.IndexByte(login, ':'); c >= 0 {
			u.user, u.pass, u.has[urlPass] = login[:c], login[c+1:], true
		} else {
			u.user = login
		}
	}
	portAt := -1
	if strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]") {
		// an IPv6 address without port
	} else {
		portAt = strings.LastIndexByte(s, ':')
	}
	host := s
	if portAt >= 0 {
		host = s[:portAt]
		if !u.has[urlPort] {
			p := s[portAt+1:]
			if len(p) > 5 {
				return false
			}
			if p != "" {
				n := int64(0)
				k := 0
				for ; k < len(p) && digit(p[k]); k++ {
					n = n*10 + int64(p[k]-'0')
				}
				if n > 65535 || k == 0 {
					return false
				}
				u.port, u.has[urlPort] = n, true
			}
		}
	}
	if host == "" {
		return false
	}
	u.host, u.has[urlHost] = host, true
	return true
}

// tail reads path, query and fragment.
func (u *urlParts) tail(s string) bool {
	if k := strings.IndexByte(s, '#'); k >= 0 {
		u.fragment, u.has[urlFragment] = s[k+1:], true
		s = s[:k]
	}
	if k := strings.IndexByte(s, '?'); k >= 0 {
		u.query, u.has[urlQuery] = s[k+1:], true
		s = s[:k]
	}
	if s != "" || !u.has[urlFragment] && !u.has[urlQuery] && !u.has[urlScheme] && !u.has[urlHost] {
		u.path, u.has[urlPath] = s, true
	}
	return true
}

// clean replaces control characters, which have no place in a URL.
func clean(x *rt.Exec, s string) *zval.String {
	r := x.Space.NewString(s)
	for i := range len(s) {
		if c := s[i]; c < 32 || c == 127 {
			if r.Interned() {
				return x.Space.Char('_')
			}
			r.SetByte(i, '_')
		}
	}
	return r
}

func fnParseURL(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	which := int64(-1)
	if a.Has(1) {
		which = a.Int(1)
	}
	u, ok := parseURL(a.View(0))
	if !ok {
		ret.SetBool(false)
		return
	}
	get := func(part int) (v zval.Value) {
		if !u.has[part] {
			v.SetNull()
			return v
		}
		if part == urlPort {
			v.SetLong(u.port)
			return v
		}
		v.SetStr(clean(x, [...]string{u.scheme, u.host, "", u.user, u.pass, u.path, u.query, u.fragment}[part]))
		return v
	}
	if which > urlFragment {
		a.ValueError(1, "must be a valid URL component identifier, %d given", which)
		return
	}
	if which >= 0 {
		*ret = get(int(which))
		return
	}
	t := x.Space.NewTable(8)
	for part, name := range [...]string{"scheme", "host", "port", "user", "pass", "path", "query", "fragment"} {
		if u.has[part] {
			v := get(part)
			x.Space.SetGo(t, name, &v)
		}
	}
	ret.SetArr(t)
}

// queryBuilder is one run of http_build_query.
type queryBuilder struct {
	x      *rt.Exec
	b      *text.Builder
	prefix string // of numeric keys at the top
	sep    string
	raw    bool
}

func fnBuildQuery(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	q := queryBuilder{x: x, b: text.New(x.Space), prefix: a.View(1), sep: a.View(2), raw: a.Has(3) && a.Int(3) == 2}
	if a.IsNull(2) {
		q.sep = x.Ini.String("arg_separator.output")
	}
	if q.sep == "" {
		q.sep = "&"
	}
	q.collection(a.Val(0), "", true)
	if a.Failed() {
		q.b.Free()
		return
	}
	ret.SetStr(q.b.Finish())
}

// collection adds an array's elements or an object's accessible properties.
func (q *queryBuilder) collection(v *zval.Value, path string, top bool) {
	x := q.x
	if !x.EnterNative() {
		return
	}
	defer x.LeaveNative()
	var t *zval.Table
	if v.Type() == zval.ObjectT {
		o := v.Obj()
		if x.ClassOf(o).IsEnum() {
			if top {
				x.ThrowTypeError("%s(): Argument #1 ($data) must not be an enum, %s given", "http_build_query", x.ClassOf(o).Name)
				return
			}
		}
		if o.GC.TypeInfo&zval.GCProtected != 0 {
			return
		}
		o.GC.TypeInfo |= zval.GCProtected
		defer func() { o.GC.TypeInfo &^= zval.GCProtected }()
		if t = x.PropTable(o); t == nil {
			return
		}
		defer x.Space.ReleaseArr(t)
	} else {
		t = v.Arr()
		if !t.Immutable() {
			if t.GC.TypeInfo&zval.GCProtected != 0 {
				return
			}
			t.GC.TypeInfo |= zval.GCProtected
			defer func() { t.GC.TypeInfo &^= zval.GCProtected }()
		}
	}
	for it := t.Iter(); it.Next(); {
		e := it.Value().Deref()
		if e.Type() == zval.Indirect {
			e = e.Ind().Deref()
		}
		k, n := it.Key()
		key := text.New(x.Space)
		if k != nil {
			name := k.View()
			if v.Type() == zval.ObjectT && len(name) > 0 && name[0] == 0 {
				key.Free()
				continue // not public
			}
			addURL(key, name, q.raw)
		} else {
			if top {
				key.Str(q.prefix)
			}
			key.Int(n)
		}
		name := string(key.Bytes())
		key.Free()
		if !top {
			name = path + "%5B" + name + "%5D"
		}
		switch e.Type() {
		case zval.Undef, zval.Null, zval.ResourceT:
		case zval.ArrayT:
			q.collection(e, name, false)
		case zval.ObjectT:
			if c := x.ClassOf(e.Obj()); c.IsEnum() {
				back := x.EnumCaseValue(e.Obj())
				if back == nil {
					x.ThrowValueError("Unbacked enum %s cannot be converted to a string", c.Name)
					return
				}
				q.pair(name, back)
				break
			}
			q.collection(e, name, false)
		default:
			q.pair(name, e)
		}
		if x.HasExc() {
			return
		}
	}
}

func (q *queryBuilder) pair(name string, v *zval.Value) {
	if q.b.Len() > 0 {
		q.b.Str(q.sep)
	}
	q.b.Str(name)
	q.b.Byte('=')
	switch v.Type() {
	case zval.True:
		q.b.Byte('1')
	case zval.False:
		q.b.Byte('0')
	case zval.Long:
		q.b.Int(v.Long())
	case zval.Double:
		addURL(q.b, text.Repr(v.Double(), q.x.Ini.Precision, false), q.raw)
	default:
		s := q.x.ToStr(v)
		addURL(q.b, s.View(), q.raw)
		q.x.Space.ReleaseStr(s)
	}
}

func fnParseStr(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	t := x.Space.NewTable(8)
	v := zval.ArrValue(t)
	ParseQuery(x, t, a.View(0))
	a.SetRef(1, &v)
}

// ParseQuery adds the variables of a query string to t as $_GET has them:
// names with brackets make arrays, and dots and blanks in names underscores.
func ParseQuery(x *rt.Exec, t *zval.Table, query string) {
	seps := x.Ini.String("arg_separator.input")
	if seps == "" {
		seps = "&"
	}
	limit, depth := x.Ini.Int("max_input_vars"), int(x.Ini.Int("max_input_nesting_level"))
	n := int64(0)
	for part := range strings.FieldsFuncSeq(query, func(r rune) bool { return r < 0x80 && strings.IndexByte(seps, byte(r)) >= 0 }) {
		if n++; limit > 0 && n > limit {
			x.Warning("Input variables exceeded %d. To increase the limit change max_input_vars in php.ini.", limit)
			return
		}
		name, val, _ := strings.Cut(part, "=")
		nb, vb := []byte(name), []byte(val)
		nb = nb[:decodeURL(nb, false)]
		vb = vb[:decodeURL(vb, false)]
		v := zval.StrValue(x.Space.NewBytes(vb))
		RegisterVar(x, t, string(nb), &v, depth)
	}
}

// RegisterVar files a request variable (v is consumed) under its name in t.
func RegisterVar(x *rt.Exec, t *zval.Table, name string, v *zval.Value, depth int) {
	name = strings.TrimLeft(name, " ")
	if i := strings.IndexByte(name, 0); i >= 0 {
		name = name[:i]
	}
	open := -1
	b := []byte(name)
	for i, c := range b {
		if c == '[' {
			open = i
			break
		}
		if c == ' ' || c == '.' {
			b[i] = '_'
		}
	}
	if open == 0 || len(b) == 0 {
		x.Space.Release(v)
		return
	}
	if open < 0 {
		x.Space.SetSymGo(t, string(b), v)
		return
	}
	key, hasKey := string(b[:open]), true
	rest, first := name[open:], true
	for rest != "" && rest[0] == '[' {
		if depth--; depth < 0 {
			x.Space.Release(v)
			return
		}
		end := strings.IndexByte(rest, ']')
		if end < 0 {
			// never closed: the bracket becomes part of the name
			tail := []byte(rest)
			tail[0] = '_'
			if first {
				for i, c := range tail {
					if c == ' ' || c == '.' || c == '[' {
						tail[i] = '_'
					}
				}
				key += string(tail)
			}
			break
		}
		var slot *zval.Value
		if hasKey {
			ks := x.Space.NewString(key)
			slot = x.Space.LookupSym(t, ks)
			x.Space.ReleaseStr(ks)
		} else {
			slot = x.Space.AppendNull(t)
		}
		if slot == nil {
			x.Space.Release(v)
			return
		}
		if slot.Type() != zval.ArrayT {
			x.Space.Release(slot)
			slot.SetArr(x.Space.NewTable(8))
		}
		t = x.Space.Separate(slot)
		key = strings.TrimLeft(rest[1:end], " \t\r\n")
		hasKey = key != ""
		rest, first = rest[end+1:], false
	}
	if hasKey {
		x.Space.SetSymGo(t, key, v)
	} else if x.Space.Append(t, v) == nil {
		x.Space.Release(v)
	}
}
