package compile

import (
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/syntax"
)

// Targets of attributes; PHP's Attribute::TARGET_*.
const (
	attrClass = 1 << iota
	attrFunction
	attrMethod
	attrProperty
	attrClassConst
	attrParameter
	attrConst
)

var targetNames = [...]string{"class", "function", "method", "property", "class constant", "parameter", "constant"}

func targetList(mask uint32) string {
	var out []string
	for i, n := range targetNames {
		if mask&(1<<uint(i)) != 0 {
			out = append(out, n)
		}
	}
	return strings.Join(out, ", ")
}

// knownAttributes are the engine's own, with where they may stand. None may be repeated.
var knownAttributes = map[string]uint32{
	"attribute":               attrClass,
	"returntypewillchange":    attrMethod,
	"allowdynamicproperties":  attrClass,
	"sensitiveparameter":      attrParameter,
	"override":                attrMethod | attrProperty,
	"deprecated":              attrFunction | attrMethod | attrClassConst | attrConst | attrClass,
	"nodiscard":               attrFunction | attrMethod,
	"delayedtargetvalidation": attrClass | attrFunction | attrMethod | attrProperty | attrClassConst | attrParameter | attrConst,
}

func promotedTarget(flags uint32) uint32 {
	if flags != 0 {
		return attrProperty
	}
	return 0
}

// attributes compiles attribute groups. other is a second target (of a
// promoted property) that may claim an attribute instead.
func (c *compiler) attributes(groups []*syntax.AttrGroup, target, other uint32) []code.Attribute {
	var out []code.Attribute
	delayed := false
	for _, g := range groups {
		for _, a := range g.Attrs {
			if a.Args != nil && a.Args.FCC {
				c.fail("Cannot create Closure as attribute argument")
			}
			name := c.resolveClass(a.Name)
			lc := lower(name)
			if allowed, known := knownAttributes[lc]; known && allowed&target == 0 && allowed&other != 0 {
				continue
			}
			delayed = delayed || lc == "delayedtargetvalidation"
			at := code.Attribute{Name: name, LCName: lc, Line: a.Line(), Target: target}
			if a.Args != nil {
				named := map[string]bool{}
				for i := range a.Args.Args {
					arg := &a.Args.Args[i]
					if arg.Unpack {
						c.fail("Cannot use unpacking in attribute argument list")
					}
					if arg.Name != "" {
						if named[arg.Name] {
							c.fail("Duplicate named parameter $%s", arg.Name)
						}
						named[arg.Name] = true
					} else if len(named) > 0 {
						c.fail("Cannot use positional argument after named argument")
					}
					saved := c.noSubst
					c.noSubst = true
					l := c.constExpr(arg.Value, true)
					c.noSubst = saved
					at.Args = append(at.Args, code.ConstArg{Name: arg.Name, Expr: c.asExpr(l)})
				}
			}
			out = append(out, at)
		}
	}
	for i := range out {
		allowed, known := knownAttributes[out[i].LCName]
		if !known {
			continue
		}
		if allowed&target == 0 && !delayed {
			c.failPlain("Attribute \"%s\" cannot target %s (allowed targets: %s)", out[i].Name, targetList(target), targetList(allowed))
		}
		for j := 0; j < i; j++ {
			if out[j].LCName == out[i].LCName {
				c.failPlain("Attribute \"%s\" must not be repeated", out[i].Name)
			}
		}
	}
	return out
}

// failPlain is fail for the errors PHP raises as E_ERROR.
func (c *compiler) failPlain(format string, args ...any) {
	defer func() {
		r := recover()
		if e, ok := r.(*Error); ok {
			e.Plain = true
		}
		panic(r)
	}()
	c.fail(format, args...)
}

func hasAttribute(as []code.Attribute, lc string) bool {
	for i := range as {
		if as[i].LCName == lc {
			return true
		}
	}
	return false
}

// checkNoDiscard reports #[NoDiscard] where there is no value to discard.
func (c *compiler) checkNoDiscard() {
	a := c.fn.a
	if !hasAttribute(a.Attributes, "nodiscard") || hasAttribute(a.Attributes, "delayedtargetvalidation") {
		return
	}
	if c.fn.scope != nil && (equalFold(a.Name, "__construct") || equalFold(a.Name, "__clone")) {
		c.failPlain("Method %s::%s cannot be #[\\NoDiscard]", displayClass(c.fn.scope.decl.Name), a.Name)
	}
	if a.Return == nil {
		return
	}
	switch {
	case a.Return.Mask&code.TypeMaskVoid != 0:
		c.failPlain("A void %s does not return a value, but #[\\NoDiscard] requires a return value", c.funcKind())
	case a.Return.Mask&code.TypeMaskNever != 0:
		c.failPlain("A never returning %s does not return a value, but #[\\NoDiscard] requires a return value", c.funcKind())
	}
}
