package compile

import (
	"github.com/ebb-vm/ebb/core/syntax"
	"github.com/ebb-vm/ebb/core/zval"
)

// Walks over a function's body for what must be known before it is compiled:
// which variables an arrow function captures, and whether there is a yield.
// The walk keeps an explicit stack and visits nodes in source order.

// children appends the parts of a node in Zend's order. Functions and classes
// have none here; callers decide about them.
func children(n syntax.Node, out []syntax.Node) []syntax.Node {
	add := func(ns ...syntax.Node) {
		for _, n := range ns {
			if n != nil {
				out = append(out, n)
			}
		}
	}
	expr := func(e syntax.Expr) {
		if e != nil {
			out = append(out, e)
		}
	}
	stmt := func(s syntax.Stmt) {
		if !isNil(s) {
			out = append(out, s)
		}
	}
	exprs := func(es []syntax.Expr) {
		for _, e := range es {
			expr(e)
		}
	}
	stmts := func(ss []syntax.Stmt) {
		for _, s := range ss {
			stmt(s)
		}
	}
	args := func(a *syntax.ArgList) {
		if a != nil {
			for i := range a.Args {
				expr(a.Args[i].Value)
			}
		}
	}
	switch n := n.(type) {
	case *syntax.Interp:
		exprs(n.Parts)
	case *syntax.ShellExec:
		expr(n.X)
	case *syntax.Array:
		for _, el := range n.Elems {
			if el != nil {
				expr(el.Value)
				expr(el.Key)
			}
		}
	case *syntax.Variable:
		expr(n.Expr)
	case *syntax.Index:
		expr(n.Base)
		expr(n.Index)
	case *syntax.Prop:
		expr(n.Obj)
		expr(n.Name)
	case *syntax.StaticProp:
		expr(n.Class)
		expr(n.Name)
	case *syntax.ClassConst:
		expr(n.Class)
		expr(n.Name)
	case *syntax.ClassName:
		expr(n.Class)
	case *syntax.Call:
		expr(n.Fn)
		args(n.Args)
	case *syntax.MethodCall:
		expr(n.Obj)
		expr(n.Name)
		args(n.Args)
	case *syntax.StaticCall:
		expr(n.Class)
		expr(n.Name)
		args(n.Args)
	case *syntax.New:
		expr(n.Class)
		args(n.Args)
	case *syntax.Clone:
		expr(n.X)
	case *syntax.Binary:
		expr(n.L)
		expr(n.R)
	case *syntax.Unary:
		expr(n.X)
	case *syntax.Assign:
		expr(n.Var)
		expr(n.Value)
	case *syntax.AssignRef:
		expr(n.Var)
		expr(n.Value)
	case *syntax.AssignOp:
		expr(n.Var)
		expr(n.Value)
	case *syntax.IncDec:
		expr(n.X)
	case *syntax.Silence:
		expr(n.X)
	case *syntax.Cast:
		expr(n.X)
	case *syntax.Isset:
		exprs(n.Vars)
	case *syntax.Empty:
		expr(n.X)
	case *syntax.Include:
		expr(n.X)
	case *syntax.Print:
		expr(n.X)
	case *syntax.InstanceOf:
		expr(n.X)
		expr(n.Class)
	case *syntax.Ternary:
		expr(n.Cond)
		expr(n.Then)
		expr(n.Else)
	case *syntax.Yield:
		expr(n.Value)
		expr(n.Key)
	case *syntax.YieldFrom:
		expr(n.X)
	case *syntax.Throw:
		expr(n.X)
	case *syntax.Match:
		expr(n.Subject)
		for _, arm := range n.Arms {
			exprs(arm.Conds)
			expr(arm.Body)
		}
	case *syntax.Block:
		stmts(n.Stmts)
	case *syntax.ExprStmt:
		expr(n.X)
	case *syntax.Echo:
		expr(n.X)
	case *syntax.If:
		for _, cl := range n.Clauses {
			expr(cl.Cond)
			stmt(cl.Body)
		}
	case *syntax.While:
		expr(n.Cond)
		stmt(n.Body)
	case *syntax.DoWhile:
		stmt(n.Body)
		expr(n.Cond)
	case *syntax.For:
		exprs(n.Init)
		exprs(n.Cond)
		exprs(n.Step)
		stmt(n.Body)
	case *syntax.Foreach:
		expr(n.X)
		expr(n.Value)
		expr(n.Key)
		stmt(n.Body)
	case *syntax.Switch:
		expr(n.X)
		for _, k := range n.Cases {
			expr(k.Cond)
			stmts(k.Body)
		}
	case *syntax.Return:
		expr(n.X)
	case *syntax.Global:
		add(n.Var)
	case *syntax.StaticVar:
		expr(n.Default)
	case *syntax.Unset:
		exprs(n.Vars)
	case *syntax.Try:
		stmt(n.Body)
		for _, k := range n.Catches {
			stmt(k.Body)
		}
		stmt(n.Finally)
	case *syntax.Declare:
		stmt(n.Body)
	}
	return out
}

// walk visits nodes until visit says not to go into one (false) or stop.
func walk(root syntax.Node, visit func(syntax.Node) (into bool)) {
	stack := []syntax.Node{root}
	var buf []syntax.Node
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if n == nil || !visit(n) {
			continue
		}
		buf = children(n, buf[:0])
		for i := len(buf) - 1; i >= 0; i-- {
			stack = append(stack, buf[i])
		}
	}
}

// implicitBinds lists the variables an arrow function uses, in order of
// appearance, without its parameters.
func implicitBinds(d *syntax.FuncDecl) []string {
	var out []string
	seen := map[string]bool{}
	for _, p := range d.Params {
		seen[p.Name] = true
	}
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			out = append(out, name)
		}
	}
	walk(d.ExprBody, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Variable:
			if n.Expr == nil {
				if !isAutoGlobal(n.Name) && n.Name != "this" {
					add(n.Name)
				}
				return false
			}
		case *syntax.FuncDecl:
			if n.Kind == syntax.FuncClosure {
				for _, u := range n.Uses {
					add(u.Name)
				}
				return false
			}
			if n.Kind == syntax.FuncArrow {
				// Its own parameters are no exception here: they are captured too if used.
				walk(n.ExprBody, func(m syntax.Node) bool { return collectVar(m, add, 1) })
			}
			return false
		case *syntax.ClassDecl:
			return false
		}
		return true
	})
	return out
}

// collectVar is implicitBinds' visit for nested arrow functions.
func collectVar(n syntax.Node, add func(string), depth int) bool {
	switch n := n.(type) {
	case *syntax.Variable:
		if n.Expr == nil {
			if !isAutoGlobal(n.Name) && n.Name != "this" {
				add(n.Name)
			}
			return false
		}
	case *syntax.FuncDecl:
		if n.Kind == syntax.FuncClosure {
			for _, u := range n.Uses {
				add(u.Name)
			}
		} else if n.Kind == syntax.FuncArrow {
			zval.Deeper(depth)
			walk(n.ExprBody, func(m syntax.Node) bool { return collectVar(m, add, depth+1) })
		}
		return false
	case *syntax.ClassDecl:
		return false
	}
	return true
}

// usesYield tells whether a function is a generator.
func usesYield(d *syntax.FuncDecl) bool {
	found := false
	visit := func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Yield, *syntax.YieldFrom:
			found = true
		case *syntax.FuncDecl:
			return false
		case *syntax.ClassDecl:
			return false
		case *syntax.New:
			_ = n
		}
		return !found
	}
	if d.Body != nil {
		walk(d.Body, visit)
	}
	if d.ExprBody != nil {
		walk(d.ExprBody, visit)
	}
	return found
}
