package iconv

import "github.com/ebb-vm/ebb/core/rt"

// Module declares the extension.
func Module() *rt.Module {
	return &rt.Module{
		Name:    "iconv",
		Version: rt.PHPVersion,
		Consts: []rt.ConstDecl{
			{Name: "ICONV_IMPL", Value: "ebb"}, {Name: "ICONV_VERSION", Value: "1.0"},
			{Name: "ICONV_MIME_DECODE_STRICT", Value: 1}, {Name: "ICONV_MIME_DECODE_CONTINUE_ON_ERROR", Value: 2},
		},
		Ini: []rt.IniDecl{
			{Name: "iconv.input_encoding"}, {Name: "iconv.output_encoding"}, {Name: "iconv.internal_encoding"},
		},
		Funcs: []rt.FuncDecl{
			{Sig: "iconv(string $from_encoding, string $to_encoding, string $string): string|false", Fn: fnIconv},
			{Sig: "iconv_strlen(string $string, ?string $encoding = null): int|false", Fn: fnStrlen},
			{Sig: "iconv_substr(string $string, int $offset, ?int $length = null, ?string $encoding = null): string|false", Fn: fnSubstr},
			{Sig: "iconv_strpos(string $haystack, string $needle, int $offset = 0, ?string $encoding = null): int|false", Fn: fnStrpos},
			{Sig: "iconv_strrpos(string $haystack, string $needle, ?string $encoding = null): int|false", Fn: fnStrrpos},
			{Sig: "iconv_get_encoding(string $type = \"all\"): array|string|false", Fn: fnGetEncoding},
			{Sig: "iconv_set_encoding(string $type, string $encoding): bool", Fn: fnSetEncoding},
		},
	}
}
