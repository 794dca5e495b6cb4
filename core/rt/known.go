package rt

import "github.com/ebb-vm/ebb/core/zval"

// knownStrings are interned strings that the engine itself needs often.
type knownStrings struct {
	message, string_, code, file, line, trace, previous *zval.String
	function, class, type_, object, args                *zval.String
	this, empty, array, arrow, dcolon                   *zval.String
	argc, argv, globals, key, value, name, severity     *zval.String
	unknown, include, includeOnce, require, requireOnce *zval.String
	eval, main, scalar                                  *zval.String
}

func (k *knownStrings) init(sp *zval.Space) {
	for s, p := range map[string]**zval.String{
		"message": &k.message, "string": &k.string_, "code": &k.code, "file": &k.file, "line": &k.line,
		"trace": &k.trace, "previous": &k.previous, "function": &k.function, "class": &k.class,
		"type": &k.type_, "object": &k.object, "args": &k.args, "this": &k.this, "": &k.empty,
		"Array": &k.array, "->": &k.arrow, "::": &k.dcolon, "argc": &k.argc, "argv": &k.argv,
		"GLOBALS": &k.globals, "key": &k.key, "value": &k.value, "name": &k.name, "severity": &k.severity,
		"unknown": &k.unknown, "include": &k.include, "include_once": &k.includeOnce, "require": &k.require,
		"require_once": &k.requireOnce, "eval": &k.eval, "main": &k.main, "scalar": &k.scalar,
	} {
		*p = sp.Intern(s)
	}
}
