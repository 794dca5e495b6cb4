package source

import "github.com/ebb-vm/ebb/core/rt"

// Modules declares the tokenizer extension and the functions of the standard one.
func Modules() []*rt.Module {
	return []*rt.Module{
		{
			Name:    "tokenizer",
			Version: rt.PHPVersion,
			Consts:  constants(),
			Classes: []rt.ClassSpec{phpToken()},
			Funcs: []rt.FuncDecl{
				{Sig: "token_get_all(string $code, int $flags = 0): array", Fn: fnTokenGetAll},
				{Sig: "token_name(int $id): string", Fn: fnTokenName},
			},
		},
		{
			Name: "standard",
			Funcs: []rt.FuncDecl{
				{Sig: "highlight_string(string $string, bool $return = false): string|true", Fn: fnHighlightString},
				{Sig: "highlight_file(string $filename, bool $return = false): string|bool", Fn: fnHighlightFile},
				{Sig: "show_source(string $filename, bool $return = false): string|bool", Fn: fnHighlightFile},
				{Sig: "php_strip_whitespace(string $filename): string", Fn: fnStripWhitespace},
			},
		},
	}
}
