package syntax

import (
	"reflect"
	"strconv"
	"strings"
)

// Dump prints a tree as one S-expression, for tests and for looking at. Nodes are named by their
// Go types; fields at their zero value are left out; the fields of the commonest nodes go unnamed.
// It recurses along every edge, left spines included.
func Dump(n any) string { return dump(n, false) }

// DumpLines is Dump with @line after each node's name.
func DumpLines(n any) string { return dump(n, true) }

func dump(n any, lines bool) string {
	d := dumper{lines: lines}
	d.value(reflect.ValueOf(n))
	return d.b.String()
}

type dumper struct {
	b     strings.Builder
	lines bool
}

var opNames = [...]string{
	OpNone: "none", OpAdd: "+", OpSub: "-", OpMul: "*", OpDiv: "/", OpMod: "%", OpPow: "**", OpConcat: ".",
	OpBitOr: "|", OpBitAnd: "&", OpBitXor: "^", OpShiftLeft: "<<", OpShiftRight: ">>", OpCoalesce: "??",
	OpBoolAnd: "&&", OpBoolOr: "||", OpBoolXor: "xor", OpIdentical: "===", OpNotIdentical: "!==",
	OpEqual: "==", OpNotEqual: "!=", OpSmaller: "<", OpSmallerEqual: "<=", OpGreater: ">",
	OpGreaterEqual: ">=", OpSpaceship: "<=>", OpPipe: "|>", OpPlus: "+", OpMinus: "-", OpNot: "!", OpBitNot: "~",
}

// String returns the operator's symbol.
func (op Op) String() string { return opNames[op] }

func (d *dumper) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			d.b.WriteString("nil")
			return
		}
		d.value(v.Elem())
	case reflect.Pointer:
		if v.IsNil() {
			d.b.WriteString("nil")
			return
		}
		d.value(v.Elem())
	case reflect.Struct:
		d.node(v)
	case reflect.Slice:
		d.b.WriteByte('[')
		for i := 0; i < v.Len(); i++ {
			if i > 0 {
				d.b.WriteByte(' ')
			}
			d.value(v.Index(i))
		}
		d.b.WriteByte(']')
	case reflect.String:
		d.b.WriteString(strconv.Quote(v.String()))
	case reflect.Bool:
		d.b.WriteString(strconv.FormatBool(v.Bool()))
	case reflect.Int, reflect.Int32, reflect.Int64:
		d.b.WriteString(strconv.FormatInt(v.Int(), 10))
	case reflect.Uint8, reflect.Uint32:
		if op, ok := v.Interface().(Op); ok {
			d.b.WriteString(op.String())
			return
		}
		if m, ok := v.Interface().(Mod); ok {
			d.mods(m)
			return
		}
		d.b.WriteString(strconv.FormatUint(v.Uint(), 10))
	case reflect.Float64:
		d.b.WriteString(strconv.FormatFloat(v.Float(), 'g', -1, 64))
	}
}

func (d *dumper) mods(m Mod) {
	names := [...]string{"public", "protected", "private", "static", "abstract", "final", "readonly",
		"public(set)", "protected(set)", "private(set)", "var"}
	sep := ""
	for i, n := range names {
		if m&(1<<i) != 0 {
			d.b.WriteString(sep + n)
			sep = "|"
		}
	}
}

func (d *dumper) node(v reflect.Value) {
	t := v.Type()
	name := t.Name()
	d.b.WriteByte('(')
	short := true
	switch name {
	case "Variable":
		name = "Var"
	case "IntLit", "FloatLit", "StringLit":
		name = name[:len(name)-3]
	case "ConstFetch":
		name = "Const"
	case "Binary", "Unary", "Assign", "AssignOp", "AssignRef", "Name", "Call", "Index", "Prop", "Echo", "ExprStmt",
		"Return", "Ternary", "InstanceOf", "Interp", "Silence", "Clone", "Print", "Throw", "Block", "ArgList":
	default:
		short = false
	}
	if name == "ExprStmt" {
		name = "Expr"
	}
	d.b.WriteString(name)
	if n, ok := v.Addr().Interface().(Node); v.CanAddr() && ok && d.lines {
		d.b.WriteByte('@')
		d.b.WriteString(strconv.Itoa(n.Line()))
	}
	for i := 0; i < t.NumField(); i++ {
		f := t.Field(i)
		if f.Name == "Pos" || f.Name == "NamePos" || !d.lines && f.Name == "EndLine" {
			continue
		}
		fv := v.Field(i)
		always := short && (f.Name == "L" || f.Name == "R" || name == "String" || name == "Int" || name == "Float") &&
			(f.Name != "Kind")
		if fv.IsZero() && !always {
			continue
		}
		d.b.WriteByte(' ')
		if !short || fv.Kind() == reflect.Bool || f.Name == "Kind" {
			d.b.WriteString(f.Name)
			if fv.Kind() == reflect.Bool {
				continue
			}
			d.b.WriteByte('=')
		}
		d.value(fv)
	}
	d.b.WriteByte(')')
}
