package vars

import (
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// Module declares the functions.
func Module() *rt.Module {
	return &rt.Module{
		Name: "standard",
		Ini: []rt.IniDecl{
			{Name: "unserialize_callback_func", Null: true},
			{Name: "unserialize_max_depth", Default: "4096"},
		},
		Funcs: []rt.FuncDecl{
			{Sig: "var_dump(mixed $value, mixed ...$values): void", Fn: fnVarDump},
			{Sig: "debug_zval_dump(mixed $value, mixed ...$values): void", Fn: fnDebugDump},
			{Sig: "var_export(mixed $value, bool $return = false): ?string", Fn: fnVarExport},
			{Sig: "print_r(mixed $value, bool $return = false): string|true", Fn: fnPrintR},
			{Sig: "serialize(mixed $value): string", Fn: fnSerialize},
			{Sig: "unserialize(string $data, array $options = []): mixed", Fn: fnUnserialize},
			{Sig: "gettype(mixed $value): string", Fn: fnGetType},
			{Sig: "get_debug_type(mixed $value): string", Fn: fnDebugType},
			{Sig: "settype(mixed &$var, string $type): bool", Fn: fnSetType},
			{Sig: "intval(mixed $value, int $base = 10): int", Fn: fnIntval},
			{Sig: "floatval(mixed $value): float", Fn: fnFloatval},
			{Sig: "doubleval(mixed $value): float", Fn: fnFloatval},
			{Sig: "boolval(mixed $value): bool", Fn: fnBoolval},
			{Sig: "strval(mixed $value): string", Fn: fnStrval},
			{Sig: "is_null(mixed $value): bool", Fn: is(zval.Null, zval.Undef)},
			{Sig: "is_bool(mixed $value): bool", Fn: is(zval.False, zval.True)},
			{Sig: "is_int(mixed $value): bool", Fn: is(zval.Long)},
			{Sig: "is_integer(mixed $value): bool", Fn: is(zval.Long)},
			{Sig: "is_long(mixed $value): bool", Fn: is(zval.Long)},
			{Sig: "is_float(mixed $value): bool", Fn: is(zval.Double)},
			{Sig: "is_double(mixed $value): bool", Fn: is(zval.Double)},
			{Sig: "is_string(mixed $value): bool", Fn: is(zval.StringT)},
			{Sig: "is_array(mixed $value): bool", Fn: is(zval.ArrayT)},
			{Sig: "is_object(mixed $value): bool", Fn: is(zval.ObjectT)},
			{Sig: "is_scalar(mixed $value): bool", Fn: is(zval.False, zval.True, zval.Long, zval.Double, zval.StringT)},
			{Sig: "is_resource(mixed $value): bool", Fn: fnIsResource},
			{Sig: "is_numeric(mixed $value): bool", Fn: fnIsNumeric},
			{Sig: "is_iterable(mixed $value): bool", Fn: fnIsIterable},
			{Sig: "is_countable(mixed $value): bool", Fn: fnIsCountable},
			{Sig: "is_callable(mixed $value, bool $syntax_only = false, &$callable_name = null): bool", Fn: fnIsCallable},
			{Sig: "get_resource_type($resource): string", Fn: fnResourceType},
			{Sig: "get_resource_id($resource): int", Fn: fnResourceID},
			{Sig: "get_resources(?string $type = null): array", Fn: fnGetResources},
		},
	}
}
