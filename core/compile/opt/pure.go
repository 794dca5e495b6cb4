package opt

import (
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/zval"
)

// Built-in functions that are computed when all their arguments are constant:
// those whose result depends on nothing else and that cannot warn for the
// arguments accepted here.

func foldable(name string) bool {
	switch name {
	case "array_change_key_case", "array_diff", "array_diff_assoc", "array_diff_key", "array_flip", "array_is_list", "array_key_exists", "array_key_first",
		"array_key_last", "array_keys", "array_merge", "array_merge_recursive", "array_replace", "array_replace_recursive", "array_search", "array_unique",
		"array_values", "base64_decode", "base64_encode", "bin2hex", "bindec", "chr", "count", "crc32", "decbin", "dechex", "decoct", "dirname", "explode",
		"hex2bin", "hexdec", "implode", "in_array", "intdiv", "is_finite", "is_infinite", "is_nan", "lcfirst", "ltrim", "max", "min", "octdec", "ord", "pow",
		"preg_quote", "rawurldecode", "rawurlencode", "rtrim", "serialize", "str_contains", "str_ends_with", "str_ireplace", "str_repeat", "str_replace",
		"str_split", "str_starts_with", "strcasecmp", "strcmp", "stripos", "strlen", "strncasecmp", "strncmp", "strpos", "strrev", "strripos", "strrpos",
		"strstr", "strtolower", "strtoupper", "substr", "trim", "ucfirst", "ucwords", "urldecode", "urlencode", "version_compare":
		return true
	}
	return false
}

const maxFoldedString = 1 << 16

// eval computes a call; false where that is not supported.
func (f *fn) eval(name string, a []code.Lit) (code.Lit, bool) {
	if l, ok := f.evalPure(name, a); ok {
		return l, true
	}
	total := 0
	for i := range a {
		if a[i].HasExpr() {
			return code.Lit{}, false
		}
		if total += len(a[i].S); a[i].T == zval.ArrayT {
			total += a[i].A.Len() * (maxFoldedString / maxConstArray)
		}
	}
	if total > maxFoldedString || name == "str_repeat" {
		return code.Lit{}, false
	}
	return f.s.known.Call(name, a)
}

// evalPure computes the calls that are met most.
func (f *fn) evalPure(name string, a []code.Lit) (code.Lit, bool) {
	no := code.Lit{}
	str := func(i int) (string, bool) {
		if i >= len(a) || a[i].T != zval.StringT || len(a[i].S) > maxFoldedString {
			return "", false
		}
		return a[i].S, true
	}
	num := func(i int) (int64, bool) {
		if i >= len(a) || a[i].T != zval.Long {
			return 0, false
		}
		return a[i].N, true
	}
	arr := func(i int) (*code.ArrayLit, bool) {
		if i >= len(a) || a[i].T != zval.ArrayT || a[i].A.Len() > maxConstArray {
			return nil, false
		}
		return a[i].A, true
	}
	if len(a) == 1 {
		if s, ok := str(0); ok {
			switch name {
			case "strlen":
				return code.LongLit(int64(len(s))), true
			case "strtolower":
				return code.StrLit(lower(s)), true
			case "strtoupper":
				return code.StrLit(upper(s)), true
			case "strrev":
				b := []byte(s)
				for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
					b[i], b[j] = b[j], b[i]
				}
				return code.StrLit(string(b)), true
			case "ucfirst":
				if s != "" {
					s = upper(s[:1]) + s[1:]
				}
				return code.StrLit(s), true
			case "lcfirst":
				if s != "" {
					s = lower(s[:1]) + s[1:]
				}
				return code.StrLit(s), true
			case "trim":
				return code.StrLit(strings.Trim(s, " \n\r\t\v\x00")), true
			case "ltrim":
				return code.StrLit(strings.TrimLeft(s, " \n\r\t\v\x00")), true
			case "rtrim":
				return code.StrLit(strings.TrimRight(s, " \n\r\t\v\x00")), true
			case "ord":
				if len(s) == 1 {
					return code.LongLit(int64(s[0])), true
				}
			}
		}
		if n, ok := num(0); ok && name == "chr" && n >= 0 && n < 256 {
			return code.StrLit(string([]byte{byte(n)})), true
		}
		if t, ok := arr(0); ok {
			out := code.NewArrayLit()
			switch name {
			case "count":
				return code.LongLit(int64(t.Len())), true
			case "array_values":
				for i := range t.Vals {
					out.Append(t.Vals[i])
				}
				return code.ArrLit(out), true
			case "array_keys":
				for _, k := range t.Keys {
					if k.Str {
						out.Append(code.StrLit(k.S))
					} else {
						out.Append(code.LongLit(k.N))
					}
				}
				return code.ArrLit(out), true
			case "array_flip":
				for i, v := range t.Vals {
					if v.T != zval.Long && v.T != zval.StringT {
						return no, false
					}
					k, ok := f.s.known.Key(v)
					if !ok {
						return no, false
					}
					if t.Keys[i].Str {
						out.Set(k, code.StrLit(t.Keys[i].S))
					} else {
						out.Set(k, code.LongLit(t.Keys[i].N))
					}
				}
				return code.ArrLit(out), true
			}
		}
		return no, false
	}
	s, ok := str(0)
	if !ok {
		return no, false
	}
	switch name {
	case "substr":
		at, ok := num(1)
		if !ok {
			return no, false
		}
		n := int64(len(s))
		if at < 0 {
			at = max(0, at+n)
		}
		at = min(at, n)
		l := n - at
		if len(a) == 3 {
			if l, ok = num(2); !ok {
				return no, false
			}
			if l < 0 {
				l = max(0, n-at+l)
			}
			l = min(l, n-at)
		}
		return code.StrLit(s[at : at+l]), true
	case "str_repeat":
		n, ok := num(1)
		if !ok || n < 0 || n*int64(len(s)) > maxFoldedString {
			return no, false
		}
		return code.StrLit(strings.Repeat(s, int(n))), true
	case "implode":
		t, ok := arr(1)
		if !ok || len(a) != 2 {
			return no, false
		}
		parts := make([]string, 0, t.Len())
		for _, v := range t.Vals {
			p, ok := f.s.known.String(v)
			if !ok {
				return no, false
			}
			parts = append(parts, p)
		}
		return code.StrLit(strings.Join(parts, s)), true
	}
	t, ok := str(1)
	if !ok || len(a) != 2 {
		return no, false
	}
	switch name {
	case "strpos":
		if i := strings.Index(s, t); i >= 0 {
			return code.LongLit(int64(i)), true
		}
		return code.BoolLit(false), true
	case "str_contains":
		return code.BoolLit(strings.Contains(s, t)), true
	case "str_starts_with":
		return code.BoolLit(strings.HasPrefix(s, t)), true
	case "str_ends_with":
		return code.BoolLit(strings.HasSuffix(s, t)), true
	}
	return no, false
}

func upper(s string) string {
	b := []byte(s)
	for i := range b {
		if b[i] >= 'a' && b[i] <= 'z' {
			b[i] -= 'a' - 'A'
		}
	}
	return string(b)
}
