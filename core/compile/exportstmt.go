package compile

import (
	"github.com/ebb-vm/ebb/core/syntax"
	"github.com/ebb-vm/ebb/core/zval"
)

// Statements and classes inside the condition of an assert: the bodies of
// closures and anonymous classes.

func (x *exporter) classBody(d *syntax.ClassDecl, in int) {
	if d.Extends != nil {
		x.s(" extends ")
		x.name(d.Extends)
	}
	for i, n := range d.Implements {
		if i == 0 {
			x.s(" implements ")
		} else {
			x.s(", ")
		}
		x.name(n)
	}
	x.s(" {\n")
	for _, m := range d.Members {
		x.member(m, in+1)
	}
	x.indent(in)
	x.s("}")
}

func (x *exporter) member(m syntax.Member, in int) {
	x.indent(in)
	switch m := m.(type) {
	case *syntax.FuncDecl:
		x.function(m, in)
		x.s("\n")
	case *syntax.PropGroup:
		x.attrs(m.Attrs, in, true)
		mods := m.Mods &^ syntax.ModVar
		if mods&syntax.ModVisibility == 0 {
			mods |= syntax.ModPublic
		}
		x.mods(mods)
		if m.Type != nil {
			x.typ(m.Type)
			x.s(" ")
		}
		for i, p := range m.Props {
			if i > 0 {
				x.s(", ")
			}
			x.s("$" + p.Name)
			if p.Default != nil {
				x.s(" = ")
				x.expr(p.Default, 90, in)
			}
			if p.HasHooks {
				x.s(" {\n")
				for _, h := range p.Hooks {
					x.indent(in + 1)
					x.hook(h, in+1)
				}
				x.indent(in)
				x.s("}\n")
				return
			}
		}
		x.s(";\n")
	case *syntax.ConstGroup:
		x.attrs(m.Attrs, in, true)
		mods := m.Mods
		if mods&syntax.ModVisibility == 0 {
			mods |= syntax.ModPublic
		}
		x.mods(mods)
		x.s("const ")
		if m.Type != nil {
			x.typ(m.Type)
			x.s(" ")
		}
		for i, k := range m.Items {
			if i > 0 {
				x.s(", ")
			}
			x.s(k.Name + " = ")
			x.expr(k.Value, 90, in)
		}
		x.s(";\n")
	case *syntax.EnumCase:
		x.attrs(m.Attrs, in, true)
		x.s("case " + m.Name)
		if m.Value != nil {
			x.s(" = ")
			x.expr(m.Value, 0, in)
		}
		x.s(";\n")
	case *syntax.TraitUse:
		x.s("use ")
		for i, n := range m.Traits {
			if i > 0 {
				x.s(", ")
			}
			x.name(n)
		}
		if len(m.Adaptations) == 0 {
			x.s(";\n")
			return
		}
		x.s(" {\n")
		for _, a := range m.Adaptations {
			x.indent(in + 1)
			if a.Trait != nil {
				x.name(a.Trait)
				x.s("::")
			}
			x.s(a.Method)
			if a.InsteadOf != nil {
				x.s(" insteadof ")
				for i, n := range a.InsteadOf {
					if i > 0 {
						x.s(", ")
					}
					x.name(n)
				}
			} else {
				x.s(" as")
				if a.Mods != 0 {
					x.s(" ")
					var y exporter
					y.mods(a.Mods)
					t := y.b.String()
					x.s(t[:len(t)-1])
				}
				if a.Alias != "" {
					x.s(" " + a.Alias)
				}
			}
			x.s(";\n")
		}
		x.indent(in)
		x.s("}\n")
	}
}

func (x *exporter) hook(h *syntax.FuncDecl, in int) {
	if h.Mods&syntax.ModFinal != 0 {
		x.s("final ")
	}
	if h.ByRef {
		x.s("&")
	}
	x.s(h.Name)
	if !h.NoParams {
		x.params(h.Params, in)
	}
	switch {
	case h.ExprBody != nil:
		x.s(" => ")
		x.expr(h.ExprBody, 0, in)
		x.s(";\n")
	case h.Body != nil:
		x.s(" {\n")
		x.stmts(h.Body.Stmts, in+1)
		x.indent(in)
		x.s("}\n")
	default:
		x.s(";\n")
	}
}

func (x *exporter) stmts(ss []syntax.Stmt, in int) {
	for _, s := range ss {
		x.stmt(s, in)
	}
}

// block writes a body that may be a single statement.
func (x *exporter) block(s syntax.Stmt, in int) {
	if isNil(s) {
		return
	}
	x.stmt(s, in)
}

// ifStmt writes an if; one that is the whole else branch of another continues it.
func (x *exporter) ifStmt(s *syntax.If, in int) {
	for again := s; again != nil; {
		at := again
		again = nil
		for i, c := range at.Clauses {
			switch {
			case i == 0:
				x.s("if (")
			case c.Cond != nil:
				x.indent(in)
				x.s("} elseif (")
			default:
				x.indent(in)
				x.s("} else ")
				if chained, ok := c.Body.(*syntax.If); ok {
					again = chained
					continue
				}
				x.s("{\n")
				x.block(c.Body, in+1)
				continue
			}
			x.expr(c.Cond, 0, in)
			x.s(") {\n")
			x.block(c.Body, in+1)
		}
	}
	x.indent(in)
	x.s("}\n")
}

func (x *exporter) stmt(s syntax.Stmt, in int) {
	if isNil(s) {
		return
	}
	x.depth++
	zval.Deeper(x.depth)
	defer func() { x.depth-- }()
	if x.depth > 2*syntax.MaxDepth {
		return
	}
	if b, ok := s.(*syntax.Block); ok {
		x.stmts(b.Stmts, in)
		return
	}
	x.indent(in)
	line := func(text string, e syntax.Expr) {
		x.s(text)
		if e != nil {
			x.s(" ")
			x.expr(e, 0, in)
		}
		x.s(";\n")
	}
	loop := func(body syntax.Stmt) {
		x.s(" {\n")
		x.block(body, in+1)
		x.indent(in)
		x.s("}\n")
	}
	switch s := s.(type) {
	case *syntax.ExprStmt:
		x.expr(s.X, 0, in)
		x.s(";\n")
	case *syntax.Echo:
		line("echo", s.X)
	case *syntax.InlineHTML:
		line("echo", &syntax.StringLit{Value: s.Value})
	case *syntax.Return:
		line("return", s.X)
	case *syntax.Break:
		line("break", s.Depth)
	case *syntax.Continue:
		line("continue", s.Depth)
	case *syntax.Global:
		line("global", s.Var)
	case *syntax.Goto:
		x.s("goto " + s.Label + ";\n")
	case *syntax.Label:
		x.s(s.Name + ":\n")
	case *syntax.StaticVar:
		x.s("static $" + s.Name)
		if s.Default != nil {
			x.s(" = ")
			x.expr(s.Default, 90, in)
		}
		x.s(";\n")
	case *syntax.Unset:
		for i, v := range s.Vars {
			if i > 0 {
				x.indent(in)
			}
			x.s("unset(")
			x.expr(v, 0, in)
			x.s(");\n")
		}
	case *syntax.If:
		x.ifStmt(s, in)
	case *syntax.While:
		x.s("while (")
		x.expr(s.Cond, 0, in)
		x.s(")")
		loop(s.Body)
	case *syntax.DoWhile:
		x.s("do {\n")
		x.block(s.Body, in+1)
		x.indent(in)
		x.s("} while (")
		x.expr(s.Cond, 0, in)
		x.s(");\n")
	case *syntax.For:
		x.s("for (")
		x.list(s.Init, in)
		x.s(";")
		if len(s.Cond) > 0 {
			x.s(" ")
			x.list(s.Cond, in)
		}
		x.s(";")
		if len(s.Step) > 0 {
			x.s(" ")
			x.list(s.Step, in)
		}
		x.s(")")
		loop(s.Body)
	case *syntax.Foreach:
		x.s("foreach (")
		x.expr(s.X, 0, in)
		x.s(" as ")
		if s.Key != nil {
			x.expr(s.Key, 0, in)
			x.s(" => ")
		}
		if s.ByRef {
			x.s("&")
		}
		x.expr(s.Value, 0, in)
		x.s(")")
		loop(s.Body)
	case *syntax.Switch:
		x.s("switch (")
		x.expr(s.X, 0, in)
		x.s(") {\n")
		for _, k := range s.Cases {
			x.indent(in + 1)
			if k.Cond != nil {
				x.s("case ")
				x.expr(k.Cond, 0, in)
				x.s(":\n")
			} else {
				x.s("default:\n")
			}
			x.stmts(k.Body, in+2)
		}
		x.indent(in)
		x.s("}\n")
	case *syntax.Try:
		x.s("try {\n")
		x.stmt(s.Body, in+1)
		for _, k := range s.Catches {
			x.indent(in)
			x.s("} catch (")
			for i, n := range k.Types {
				if i > 0 {
					x.s(" | ")
				}
				x.name(n)
			}
			if k.Var != "" {
				x.s(" $" + k.Var)
			}
			x.s(") {\n")
			x.stmt(k.Body, in+1)
		}
		if s.Finally != nil {
			x.indent(in)
			x.s("} finally {\n")
			x.stmt(s.Finally, in+1)
		}
		x.indent(in)
		x.s("}\n")
	case *syntax.Declare:
		x.s("declare(")
		for i, k := range s.Items {
			if i > 0 {
				x.s(", ")
			}
			x.s(k.Name + " = ")
			x.expr(k.Value, 0, in)
		}
		x.s(")")
		if s.HasBody {
			loop(s.Body)
		} else {
			x.s(";\n")
		}
	case *syntax.FuncDecl:
		x.function(s, in)
		x.s("\n")
	case *syntax.ClassDecl:
		x.attrs(s.Attrs, in, true)
		x.mods(s.Mods)
		x.s([...]string{"class ", "class ", "interface ", "trait ", "enum "}[s.Kind] + s.Name)
		if s.EnumType != nil {
			x.s(": ")
			x.typ(s.EnumType)
		}
		x.classBody(s, in)
		x.s("\n\n")
	case *syntax.ConstDecl:
		x.s("const ")
		for i, k := range s.Items {
			if i > 0 {
				x.s(", ")
			}
			x.s(k.Name + " = ")
			x.expr(k.Value, 0, in)
		}
		x.s(";\n")
	}
}
