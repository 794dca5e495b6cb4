package syntax

// Walking the tree without recursion, whatever its depth.

// Walk calls visit for n and, where visit returned true, for everything below, parents first and
// in source order. It keeps its own stack, so the depth of the tree costs no Go stack.
func Walk(n Node, visit func(Node) bool) {
	var buf [32]Node
	stack := append(buf[:0], n)
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !visit(n) {
			continue
		}
		from := len(stack)
		Children(n, func(c Node) { stack = append(stack, c) })
		for i, j := from, len(stack)-1; i < j; i, j = i+1, j-1 {
			stack[i], stack[j] = stack[j], stack[i]
		}
	}
}

// children is the visitor behind Children; its methods skip what is absent.
type children struct{ visit func(Node) }

func (c children) expr(list ...Expr) {
	for _, e := range list {
		if e != nil {
			c.visit(e)
		}
	}
}

func (c children) stmts(list ...Stmt) {
	for _, s := range list {
		if s != nil {
			c.visit(s)
		}
	}
}

func (c children) name(list ...*Name) {
	for _, n := range list {
		if n != nil {
			c.visit(n)
		}
	}
}

func (c children) block(b *Block) {
	if b != nil {
		c.visit(b)
	}
}

func (c children) typ(list ...Type) {
	for _, t := range list {
		if t != nil {
			c.visit(t)
		}
	}
}

func (c children) args(a *ArgList) {
	if a != nil {
		for i := range a.Args {
			c.expr(a.Args[i].Value)
		}
	}
}

func (c children) attrs(groups []*AttrGroup) {
	for _, g := range groups {
		c.visit(g)
	}
}

func (c children) consts(items []*ConstItem) {
	for _, it := range items {
		c.expr(it.Value)
	}
}

func (c children) hooks(list []*FuncDecl) {
	for _, h := range list {
		c.visit(h)
	}
}

// Children calls visit for each direct child of n that is an expression, a statement, a type, a
// name, a parameter, a member or an attribute group, in source order. Parts that are not nodes of
// their own for a reader (arguments, array elements, clauses) are passed over to their contents.
func Children(n Node, visit func(Node)) {
	c := children{visit}
	switch n := n.(type) {
	case *Interp:
		c.expr(n.Parts...)
	case *ShellExec:
		c.expr(n.X)
	case *Array:
		for _, el := range n.Elems {
			if el != nil {
				c.expr(el.Key, el.Value)
			}
		}
	case *Variable:
		c.expr(n.Expr)
	case *Index:
		c.expr(n.Base, n.Index)
	case *Prop:
		c.expr(n.Obj, n.Name)
	case *StaticProp:
		c.expr(n.Class, n.Name)
	case *ConstFetch:
		c.name(n.Name)
	case *ClassConst:
		c.expr(n.Class, n.Name)
	case *ClassName:
		c.expr(n.Class)
	case *Call:
		c.expr(n.Fn)
		c.args(n.Args)
	case *MethodCall:
		c.expr(n.Obj, n.Name)
		c.args(n.Args)
	case *StaticCall:
		c.expr(n.Class, n.Name)
		c.args(n.Args)
	case *New:
		if class, ok := n.Class.(*ClassDecl); ok {
			c.args(n.Args)
			c.visit(class)
			return
		}
		c.expr(n.Class)
		c.args(n.Args)
	case *Clone:
		c.expr(n.X)
	case *Binary:
		c.expr(n.L, n.R)
	case *Unary:
		c.expr(n.X)
	case *Assign:
		c.expr(n.Var, n.Value)
	case *AssignRef:
		c.expr(n.Var, n.Value)
	case *AssignOp:
		c.expr(n.Var, n.Value)
	case *IncDec:
		c.expr(n.X)
	case *Silence:
		c.expr(n.X)
	case *Cast:
		c.expr(n.X)
	case *Isset:
		c.expr(n.Vars...)
	case *Empty:
		c.expr(n.X)
	case *Include:
		c.expr(n.X)
	case *Print:
		c.expr(n.X)
	case *InstanceOf:
		c.expr(n.X, n.Class)
	case *Ternary:
		c.expr(n.Cond, n.Then, n.Else)
	case *Yield:
		c.expr(n.Key, n.Value)
	case *YieldFrom:
		c.expr(n.X)
	case *Throw:
		c.expr(n.X)
	case *Match:
		c.expr(n.Subject)
		for _, a := range n.Arms {
			c.expr(a.Conds...)
			c.expr(a.Body)
		}
	default:
		childrenOfDecl(n, c)
	}
}

// childrenOfDecl is Children for declarations and types.
func childrenOfDecl(n Node, c children) {
	switch n := n.(type) {
	case *FuncDecl:
		c.attrs(n.Attrs)
		for _, p := range n.Params {
			c.visit(p)
		}
		c.typ(n.Return)
		c.block(n.Body)
		c.expr(n.ExprBody)
	case *Param:
		c.attrs(n.Attrs)
		c.typ(n.Type)
		c.expr(n.Default)
		c.hooks(n.Hooks)
	case *AttrGroup:
		for _, a := range n.Attrs {
			c.name(a.Name)
			c.args(a.Args)
		}
	case *ClassDecl:
		c.attrs(n.Attrs)
		c.name(n.Extends)
		c.typ(n.EnumType)
		c.name(n.Implements...)
		for _, m := range n.Members {
			c.visit(m)
		}
	case *PropGroup:
		c.attrs(n.Attrs)
		c.typ(n.Type)
		for _, it := range n.Props {
			c.expr(it.Default)
			c.hooks(it.Hooks)
		}
	case *ConstGroup:
		c.attrs(n.Attrs)
		c.typ(n.Type)
		c.consts(n.Items)
	case *EnumCase:
		c.attrs(n.Attrs)
		c.expr(n.Value)
	case *TraitUse:
		c.name(n.Traits...)
		for _, a := range n.Adaptations {
			c.name(a.Trait)
			c.name(a.InsteadOf...)
		}
	case *NamedType:
		c.name(n.Name)
	case *UnionType:
		c.typ(n.Types...)
	case *IntersectionType:
		c.typ(n.Types...)
	default:
		childrenOfStmt(n, c)
	}
}

// childrenOfStmt is Children for statements.
func childrenOfStmt(n Node, c children) {
	switch n := n.(type) {
	case *Block:
		c.stmts(n.Stmts...)
	case *ExprStmt:
		c.expr(n.X)
	case *Echo:
		c.expr(n.X)
	case *If:
		for _, cl := range n.Clauses {
			c.expr(cl.Cond)
			c.stmts(cl.Body)
		}
	case *While:
		c.expr(n.Cond)
		c.stmts(n.Body)
	case *DoWhile:
		c.stmts(n.Body)
		c.expr(n.Cond)
	case *For:
		c.expr(n.Init...)
		c.expr(n.Cond...)
		c.expr(n.Step...)
		c.stmts(n.Body)
	case *Foreach:
		c.expr(n.X, n.Key, n.Value)
		c.stmts(n.Body)
	case *Switch:
		c.expr(n.X)
		for _, cs := range n.Cases {
			c.expr(cs.Cond)
			c.stmts(cs.Body...)
		}
	case *Break:
		c.expr(n.Depth)
	case *Continue:
		c.expr(n.Depth)
	case *Return:
		c.expr(n.X)
	case *Global:
		c.visit(n.Var)
	case *StaticVar:
		c.expr(n.Default)
	case *Unset:
		c.expr(n.Vars...)
	case *Try:
		c.block(n.Body)
		for _, h := range n.Catches {
			c.name(h.Types...)
			c.block(h.Body)
		}
		c.block(n.Finally)
	case *Declare:
		c.consts(n.Items)
		c.stmts(n.Body)
	case *Namespace:
		c.name(n.Name)
		c.block(n.Body)
	case *ConstDecl:
		c.attrs(n.Attrs)
		c.consts(n.Items)
	}
}
