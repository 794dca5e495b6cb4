package json

import (
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// Flags and error codes, PHP's values.
const (
	hexTag          = 1 << 0
	hexAmp          = 1 << 1
	hexApos         = 1 << 2
	hexQuot         = 1 << 3
	forceObject     = 1 << 4
	numericCheck    = 1 << 5
	unescapedSlash  = 1 << 6
	prettyPrint     = 1 << 7
	unescapedUni    = 1 << 8
	partialOnError  = 1 << 9
	preserveZero    = 1 << 10
	unescapedTerm   = 1 << 11
	invalidIgnore   = 1 << 20
	invalidSubst    = 1 << 21
	throwOnError    = 1 << 22
	objectAsArray   = 1 << 0
	bigintAsString  = 1 << 1
	errNone         = 0
	errDepth        = 1
	errState        = 2
	errCtrlChar     = 3
	errSyntax       = 4
	errUTF8         = 5
	errRecursion    = 6
	errInfNan       = 7
	errUnsupported  = 8
	errPropertyName = 9
	errUTF16        = 10
	errNonBacked    = 11
)

var messages = map[int]string{
	errNone: "No error", errDepth: "Maximum stack depth exceeded", errState: "State mismatch (invalid or malformed JSON)",
	errCtrlChar: "Control character error, possibly incorrectly encoded", errSyntax: "Syntax error",
	errUTF8: "Malformed UTF-8 characters, possibly incorrectly encoded", errRecursion: "Recursion detected",
	errInfNan: "Inf and NaN cannot be JSON encoded", errUnsupported: "Type is not supported",
	errPropertyName: "The decoded property name is invalid", errUTF16: "Single unpaired high surrogate in Unicode escape",
	errNonBacked: "Non-backed enums have no default serialization",
}

// lastError is the executor's json_last_error.
type lastError struct{ code int }

type stateKey struct{}

func last(x *rt.Exec) *lastError {
	return rt.State(x, stateKey{}, func() *lastError { return &lastError{} })
}

// Module declares the extension.
func Module() *rt.Module {
	return &rt.Module{
		Name: "json",
		Consts: []rt.ConstDecl{
			{Name: "JSON_HEX_TAG", Value: hexTag}, {Name: "JSON_HEX_AMP", Value: hexAmp}, {Name: "JSON_HEX_APOS", Value: hexApos},
			{Name: "JSON_HEX_QUOT", Value: hexQuot}, {Name: "JSON_FORCE_OBJECT", Value: forceObject}, {Name: "JSON_NUMERIC_CHECK", Value: numericCheck},
			{Name: "JSON_UNESCAPED_SLASHES", Value: unescapedSlash}, {Name: "JSON_PRETTY_PRINT", Value: prettyPrint},
			{Name: "JSON_UNESCAPED_UNICODE", Value: unescapedUni}, {Name: "JSON_PARTIAL_OUTPUT_ON_ERROR", Value: partialOnError},
			{Name: "JSON_PRESERVE_ZERO_FRACTION", Value: preserveZero}, {Name: "JSON_UNESCAPED_LINE_TERMINATORS", Value: unescapedTerm},
			{Name: "JSON_OBJECT_AS_ARRAY", Value: objectAsArray}, {Name: "JSON_BIGINT_AS_STRING", Value: bigintAsString},
			{Name: "JSON_INVALID_UTF8_IGNORE", Value: invalidIgnore}, {Name: "JSON_INVALID_UTF8_SUBSTITUTE", Value: invalidSubst},
			{Name: "JSON_THROW_ON_ERROR", Value: throwOnError},
			{Name: "JSON_ERROR_NONE", Value: errNone}, {Name: "JSON_ERROR_DEPTH", Value: errDepth}, {Name: "JSON_ERROR_STATE_MISMATCH", Value: errState},
			{Name: "JSON_ERROR_CTRL_CHAR", Value: errCtrlChar}, {Name: "JSON_ERROR_SYNTAX", Value: errSyntax}, {Name: "JSON_ERROR_UTF8", Value: errUTF8},
			{Name: "JSON_ERROR_RECURSION", Value: errRecursion}, {Name: "JSON_ERROR_INF_OR_NAN", Value: errInfNan},
			{Name: "JSON_ERROR_UNSUPPORTED_TYPE", Value: errUnsupported}, {Name: "JSON_ERROR_INVALID_PROPERTY_NAME", Value: errPropertyName},
			{Name: "JSON_ERROR_UTF16", Value: errUTF16}, {Name: "JSON_ERROR_NON_BACKED_ENUM", Value: errNonBacked},
		},
		Funcs: []rt.FuncDecl{
			{Sig: "json_encode(mixed $value, int $flags = 0, int $depth = 512): string|false", Fn: fnEncode},
			{Sig: "json_decode(string $json, ?bool $associative = null, int $depth = 512, int $flags = 0): mixed", Fn: fnDecode},
			{Sig: "json_validate(string $json, int $depth = 512, int $flags = 0): bool", Fn: fnValidate},
			{Sig: "json_last_error(): int", Fn: fnLastError},
			{Sig: "json_last_error_msg(): string", Fn: fnLastErrorMsg},
		},
		Classes: []rt.ClassSpec{
			{Decl: "interface JsonSerializable", Methods: []rt.FuncDecl{{Sig: "public abstract function jsonSerialize() tentative: mixed"}}},
			{Decl: "class JsonException extends Exception"},
		},
	}
}

func fnLastError(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetLong(int64(last(x).code)) }

func fnLastErrorMsg(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	x.Space.SetString(ret, messages[last(x).code])
}

// throw raises a JsonException with the error's code.
func throw(x *rt.Exec, code int) {
	var args [2]zval.Value
	x.Space.SetString(&args[0], messages[code])
	args[1].SetLong(int64(code))
	if o := x.New(x.LookupClass("JsonException", false), args[:]...); o != nil {
		x.ThrowObj(o)
	}
	x.Space.Release(&args[0])
}
