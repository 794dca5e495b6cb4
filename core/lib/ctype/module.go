package ctype

import "github.com/ebb-vm/ebb/core/rt"

func lower(c byte) bool { return c >= 'a' && c <= 'z' }
func upper(c byte) bool { return c >= 'A' && c <= 'Z' }
func alpha(c byte) bool { return lower(c | 0x20) }
func digit(c byte) bool { return c >= '0' && c <= '9' }
func alnum(c byte) bool { return alpha(c) || digit(c) }
func graph(c byte) bool { return c > ' ' && c < 0x7f }
func print(c byte) bool { return c >= ' ' && c < 0x7f }
func punct(c byte) bool { return graph(c) && !alnum(c) }
func space(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }
func cntrl(c byte) bool { return c < ' ' || c == 0x7f }
func xdigit(c byte) bool {
	return digit(c) || c|0x20 >= 'a' && c|0x20 <= 'f'
}

// Module declares the extension.
func Module() *rt.Module {
	return &rt.Module{
		Name:    "ctype",
		Version: rt.PHPVersion,
		Funcs: []rt.FuncDecl{
			{Sig: "ctype_alnum(mixed $text): bool", Fn: check(alnum, true, true)},
			{Sig: "ctype_alpha(mixed $text): bool", Fn: check(alpha, false, true)},
			{Sig: "ctype_cntrl(mixed $text): bool", Fn: check(cntrl, false, false)},
			{Sig: "ctype_digit(mixed $text): bool", Fn: check(digit, true, false)},
			{Sig: "ctype_lower(mixed $text): bool", Fn: check(lower, false, false)},
			{Sig: "ctype_graph(mixed $text): bool", Fn: check(graph, true, true)},
			{Sig: "ctype_print(mixed $text): bool", Fn: check(print, true, true)},
			{Sig: "ctype_punct(mixed $text): bool", Fn: check(punct, false, false)},
			{Sig: "ctype_space(mixed $text): bool", Fn: check(space, false, false)},
			{Sig: "ctype_upper(mixed $text): bool", Fn: check(upper, false, false)},
			{Sig: "ctype_xdigit(mixed $text): bool", Fn: check(xdigit, true, false)},
		},
	}
}
