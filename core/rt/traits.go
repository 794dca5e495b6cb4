package rt

import (
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/zval"
)

// traitBinder copies the members of traits into the class that uses them.
type traitBinder struct {
	*linker
	exclude map[*Class]map[string]bool // insteadof
	aliases []traitAlias
	copied  []*Function // copies that still have the trait as scope
}

type traitAlias struct {
	trait *Class
	lc    string
	alias string // "" changes modifiers only
	flags uint32
}

// init resolves the adaptation rules.
func (t *traitBinder) init() {
	c := t.c
	t.exclude = map[*Class]map[string]bool{}
	find := func(name string) *Class {
		k := t.x.LookupClass(name, false)
		if k == nil {
			t.fail("Could not find trait %s", name)
		}
		if !k.IsTrait() {
			t.fail("Class %s is not a trait, Only traits may be used in 'as' and 'insteadof' statements", k.Name)
		}
		for _, u := range t.traits {
			if u == k {
				return k
			}
		}
		t.fail("Required Trait %s wasn't added to %s", k.Name, c.Name)
		return nil
	}
	for ui := range t.d.Traits {
		for ri := range t.d.Traits[ui].Rules {
			r := &t.d.Traits[ui].Rules[ri]
			lc := strings.ToLower(r.Method)
			if r.InsteadOf != nil {
				k := find(r.Trait)
				if k.Methods.m[lc] == nil {
					t.fail("A precedence rule was defined for %s::%s but this method does not exist", k.Name, r.Method)
				}
				for _, n := range r.InsteadOf {
					ex := find(n)
					if t.exclude[ex] == nil {
						t.exclude[ex] = map[string]bool{}
					}
					if t.exclude[ex][lc] {
						t.fail("Failed to evaluate a trait precedence (%s). Method of trait %s was defined to be excluded multiple times", k.Methods.m[lc].Name, ex.Name)
					}
					t.exclude[ex][lc] = true
					if ex == k {
						t.fail("Inconsistent insteadof definition. The method %s is to be used from %s, but %s is also on the exclude list", r.Method, k.Name, k.Name)
					}
				}
				continue
			}
			var k *Class
			if r.Trait != "" {
				k = find(r.Trait)
				if k.Methods.m[lc] == nil {
					t.fail("An alias was defined for %s::%s but this method does not exist", k.Name, r.Method)
				}
			} else {
				for _, u := range t.traits {
					if u.Methods.m[lc] == nil {
						continue
					}
					if k != nil && k != u {
						t.fail("An alias was defined for method %s(), which exists in both %s and %s. Use %s::%s or %s::%s to resolve the ambiguity",
							r.Method, k.Name, u.Name, k.Name, r.Method, u.Name, r.Method)
					}
					k = u
				}
				if k == nil {
					if r.Alias == "" {
						t.fail("The modifiers of the trait method %s() are changed, but this method does not exist. Error", r.Method)
					}
					t.fail("An alias (%s) was defined for method %s(), but this method does not exist", r.Alias, r.Method)
				}
			}
			if r.Alias != "" {
				if c.traitAliases == nil {
					c.traitAliases = map[string]string{}
				}
				c.traitAliases[r.Alias] = k.Name + "::" + r.Method
			}
			t.aliases = append(t.aliases, traitAlias{k, lc, r.Alias, r.Flags})
		}
	}
}

// bindMethods copies the methods: concrete ones before the parent is
// inherited, abstract ones after it.
func (t *traitBinder) bindMethods(abstract bool) {
	for _, k := range t.traits {
		for _, lc := range k.Methods.keys {
			fn := k.Methods.m[lc]
			if (fn.Flags&code.AccAbstract != 0) != abstract {
				continue
			}
			for _, a := range t.aliases {
				if a.alias != "" && a.trait == k && a.lc == lc {
					t.add(k, fn, a.alias, withModifiers(fn.Flags, a.flags))
				}
			}
			if t.exclude[k][lc] {
				continue
			}
			flags := fn.Flags
			for _, a := range t.aliases {
				if a.alias == "" && a.trait == k && a.lc == lc {
					flags = withModifiers(flags, a.flags)
				}
			}
			t.add(k, fn, fn.Name, flags)
		}
	}
}

func withModifiers(flags, mod uint32) uint32 {
	if mod&code.AccPPP != 0 {
		flags &^= code.AccPPP
	}
	return flags | mod
}

// add enters one trait method under a name.
func (t *traitBinder) add(k *Class, fn *Function, name string, flags uint32) {
	c := t.c
	lc := strings.ToLower(name)
	if old := c.Methods.m[lc]; old != nil {
		if old.TraitFn != nil && old.Class == nil && sameBody(old, fn) && (old.Flags^flags)&code.AccPPP == 0 {
			return // the same method by another way
		}
		if flags&code.AccAbstract != 0 {
			if old.Class == c || old.Class == nil || old.Class != k {
				probe := *fn
				probe.Flags = flags
				t.checkMethod(old, t.scopeOf(old), &probe, c, 0)
			}
			return
		}
		if old.Class == c {
			return // the class's own method wins
		}
		if old.Class == nil {
			if old.Flags&code.AccAbstract == 0 {
				t.fail("Trait method %s::%s has not been applied as %s::%s, because of collision with %s::%s",
					k.Name, fn.Name, c.Name, name, old.Trait.Name, old.Name)
			}
			probe := *fn
			probe.Class = nil
			t.checkMethod(&probe, c, old, c, 0)
		}
	}
	cp := t.x.copyTraitFn(fn, name, flags)
	cp.Trait = k
	c.Methods.Set(lc, cp)
	t.copied = append(t.copied, cp)
}

func sameBody(a, b *Function) bool {
	return a.Op != nil && b.Op != nil && a.Op.Desc.Code == b.Op.Desc.Code
}

// copyTraitFn gives a using class its own copy of a method: same code, but a
// scope, a run-time cache and static variables of its own. Its Class is nil
// until finish.
func (x *Exec) copyTraitFn(fn *Function, name string, flags uint32) *Function {
	cp := *fn
	cp.Name, cp.LCName, cp.Flags = name, strings.ToLower(name), flags
	cp.Class = nil
	cp.TraitFn = fn
	cp.nameStr = x.Space.Intern(name)
	if fn.Op == nil {
		return &cp
	}
	op := *fn.Op
	op.Name = name
	op.Flags = flags
	d := funcAt(x.perm.Alloc(code.FuncSize))
	*d = *fn.Op.Desc
	d.ID = uint32(len(x.Reg.Funcs))
	d.Flags = flags
	d.Cache, d.Statics, d.JIT, d.Counter, d.Scope = 0, 0, 0, 0, 0
	d.Name = cp.nameStr.Addr()
	op.Desc = d
	x.Reg.Funcs = append(x.Reg.Funcs, &op)
	cp.Op, cp.Desc = &op, d
	x.setUser(d.ID, &cp)
	return &cp
}

// finish makes the copies methods of the class.
func (t *traitBinder) finish() {
	for _, fn := range t.copied {
		fn.Class = t.c
		if fn.Desc != nil {
			fn.Desc.Scope = t.c.Addr()
		}
		if fn.Op != nil {
			fn.Op.ScopeName = t.c.Name
		}
	}
}

const sameTail = "However, the definition differs and is considered incompatible. Class was composed"

// bindConstants copies the traits' constants.
func (t *traitBinder) bindConstants() {
	c := t.c
	for _, k := range t.traits {
		for _, name := range k.Consts.keys {
			n := k.Consts.m[name]
			old := c.Consts.m[name]
			if old != nil && old.Class == c {
				const mask = code.AccPPP | code.AccFinal
				same := (old.Flags^n.Flags)&mask == 0 && sameTypes(old.Type, n.Type)
				if same {
					same = t.sameValue(old.Value, n.Value, old.Class, n.Class)
				}
				if !same {
					first := old.Class
					if old.from != nil {
						first = old.from
					}
					t.fail("%s and %s define the same constant (%s) in the composition of %s. "+sameTail, first.Name, k.Name, name, c.Name)
				}
				continue
			}
			cp := *n
			cp.Class = c
			cp.from = k
			v := *n.Value
			if n.Expr != nil {
				v = t.x.constRef(n.Expr)
			}
			v.AddRef()
			t.addConst(&cp, v)
			if old != nil {
				t.constCompatible(&cp, old)
			}
		}
	}
}

func sameTypes(a, b *code.TypeRef) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Mask == b.Mask && strings.EqualFold(typeText(a, nil), typeText(b, nil))
}

// sameValue compares initial values; expressions are evaluated for it.
func (t *traitBinder) sameValue(a, b *zval.Value, ac, bc *Class) bool {
	eval := func(v *zval.Value, c *Class) (zval.Value, bool) {
		w := *v
		if w.Type() == zval.ConstAST {
			var r zval.Value
			if !t.x.EvalConstExpr(t.x.Reg.ConstExprs[w.V], t.c, &r) {
				return r, false
			}
			return r, true
		}
		w.AddRef()
		return w, true
	}
	x, ok := eval(a, ac)
	if !ok {
		return false
	}
	y, ok := eval(b, bc)
	if !ok {
		return false
	}
	same := x.Type() == zval.Undef && y.Type() == zval.Undef || t.x.Space.Identical(&x, &y)
	t.x.Space.Release(&x)
	t.x.Space.Release(&y)
	return same
}

// bindProps copies the traits' properties.
func (t *traitBinder) bindProps() {
	c := t.c
	for _, k := range t.traits {
		for _, name := range k.Props.keys {
			p := k.Props.m[name]
			old := c.Props.m[name]
			if old != nil {
				if old.Class == c {
					const mask = code.AccPPP | code.AccStatic | code.AccReadonly | code.AccPublicSet | code.AccProtectedSet | code.AccPrivateSet | code.AccVirtual
					same := (old.Flags^p.Flags)&mask == 0 && sameTypes(old.Type, p.Type) && !old.Hooked() && !p.Hooked()
					if old.Hooked() || p.Hooked() {
						first := old.Class
						if old.from != nil {
							first = old.from
						}
						t.fail("%s and %s define the same hooked property ($%s) in the composition of %s. Conflict resolution between hooked properties is currently not supported. Class was composed", first.Name, k.Name, name, c.Name)
					}
					if same {
						same = t.sameValue(t.initial(old), t.initial(p), old.Class, p.Class)
					}
					if !same {
						first := old.Class
						if old.from != nil {
							first = old.from
						}
						t.fail("%s and %s define the same property ($%s) in the composition of %s. "+sameTail, first.Name, k.Name, name, c.Name)
					}
					continue
				}
			}
			if c.Flags&code.AccReadonlyClass != 0 && p.Flags&code.AccReadonly == 0 {
				t.fail("Readonly class %s cannot use trait with a non-readonly property %s::$%s", c.Name, k.Name, name)
			}
			d := *p.Decl
			d.Flags = p.Flags
			copyHook := func(op *code.OpArray) *code.OpArray {
				if op == nil {
					return nil
				}
				fn := t.x.FuncOf(op.Desc)
				cp := t.x.copyTraitFn(fn, fn.Name, fn.Flags)
				cp.Trait = k
				return cp.Op
			}
			d.Get, d.Set = copyHook(d.Get), copyHook(d.Set)
			q := t.addProp(&d)
			q.from = k
			if old != nil {
				t.inheritProp(old) // an ordinary redeclaration of what the parent has
			}
		}
	}
}

// initial borrows a property's initial value.
func (t *traitBinder) initial(p *PropInfo) *zval.Value {
	if p.Decl != nil && p.Decl.Expr != nil {
		v := t.x.constRef(p.Decl.Expr)
		return &v
	}
	if p.Decl != nil {
		if !p.Decl.HasDefault {
			return &zval.Value{}
		}
		return &p.Decl.Value
	}
	return &zval.Value{}
}
