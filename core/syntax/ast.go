package syntax

// The tree. Expressions, statements and types are pointers to the structs below; a nil interface
// stands for a part that is absent. Where PHP's own tree folds something (an empty statement, a
// parenthesis) so does this one.

// Pos is the line a node is charged to, counted from 1. It is embedded in every node.
type Pos int32

// Line returns the line PHP charges the node to.
func (p Pos) Line() int { return int(p) }

// Node is any part of the tree that has a line.
type Node interface{ Line() int }

// Expr is an expression. *Name also is one, so that it can stand where PHP allows either a class
// name or an expression (New.Class, StaticCall.Class, Call.Fn...).
type Expr interface {
	Node
	exprNode()
}

// Stmt is a statement or a declaration.
type Stmt interface {
	Node
	stmtNode()
}

// Type is a declared type: *NamedType, *UnionType or *IntersectionType.
type Type interface {
	Node
	typeNode()
}

// Member is something declared in a class body: *PropGroup, *ConstGroup, *FuncDecl, *TraitUse or
// *EnumCase.
type Member interface {
	Node
	memberNode()
}

// File is a whole compilation unit.
type File struct {
	Stmts []Stmt
	// EndLine is the line the scanner had reached at end of input; the final RETURN gets it.
	EndLine int
	// HaltOffset is the byte offset just past __halt_compiler();, or -1.
	HaltOffset int
	// Diags are warnings and deprecations found while reading, to be reported before compiling.
	Diags []Diag
}

// ---------------------------------------------------------------------------------------------
// Names and types

// NameKind tells how a name was written.
type NameKind uint8

const (
	NameUnqualified NameKind = iota // Foo (also self, parent, static, array, callable)
	NameQualified                   // Foo\Bar
	NameFull                        // \Foo\Bar
	NameRelative                    // namespace\Foo
)

// Name is a class, function, constant or namespace name. Value has neither the leading backslash
// of a full name nor the "namespace\" of a relative one; case is as written.
type Name struct {
	Pos
	Kind  NameKind
	Value string
}

// NamedType is a single type. array, callable and static arrive as unqualified names; the other
// built-in types (int, mixed...) are ordinary unqualified names too. Nullable marks ?T.
type NamedType struct {
	Pos
	Name     *Name
	Nullable bool
}

// UnionType is A|B|(C&D). IntersectionType members stand for parenthesised groups.
type UnionType struct {
	Pos
	Types []Type
}

// IntersectionType is A&B.
type IntersectionType struct {
	Pos
	Types []Type
}

// ---------------------------------------------------------------------------------------------
// Literals

// IntLit is an integer literal. Literals that overflow are FloatLit.
type IntLit struct {
	Pos
	Value int64
}

// FloatLit is a floating-point literal.
type FloatLit struct {
	Pos
	Value float64
}

// StringKind tells how a string was written.
type StringKind uint8

const (
	StringPlain   StringKind = iota // an identifier standing as a string, or a literal interpolation part
	StringSingle                    // 'x'
	StringDouble                    // "x"
	StringHeredoc                   // <<<X
	StringNowdoc                    // <<<'X'
)

// StringLit is a string without interpolation, escapes already resolved.
type StringLit struct {
	Pos
	Value string
	Kind  StringKind
}

// Interp is an interpolated string: *StringLit parts are literal text, all others are converted to
// string (one ROPE element each). A single variable, "$a", is an Interp of one part.
type Interp struct {
	Pos
	Parts   []Expr
	Heredoc bool
}

// ShellExec is a backquoted command: X is a *StringLit (possibly empty) or an *Interp.
type ShellExec struct {
	Pos
	X Expr
}

// ArraySyntax tells how an array was written.
type ArraySyntax uint8

const (
	ArrayShort ArraySyntax = iota // [...]
	ArrayLong                     // array(...)
	ArrayList                     // list(...), only as a destructuring target
)

// Array is an array literal, or a destructuring target when it stands as Assign.Var,
// Foreach.Value or an element of such a target. A nil element is an omitted one ([, $b] = ...);
// the compiler rejects it in literals.
type Array struct {
	Pos
	Elems  []*ArrayElem
	Syntax ArraySyntax
}

// ArrayElem is one element: Key may be nil; ByRef is &$x; Unpack is ...$x.
type ArrayElem struct {
	Pos
	Key    Expr
	Value  Expr
	ByRef  bool
	Unpack bool
}

// MagicKind is which magic constant.
type MagicKind uint8

const (
	MagicLine MagicKind = iota // value is the node's Line
	MagicFile
	MagicDir
	MagicFunction
	MagicClass
	MagicTrait
	MagicMethod
	MagicNamespace
	MagicProperty
)

// Magic is __LINE__, __FILE__ and their kin.
type Magic struct {
	Pos
	Kind MagicKind
}

// ---------------------------------------------------------------------------------------------
// Variables and fetches

// EncapsForm marks the deprecated forms of interpolation.
type EncapsForm uint8

const (
	EncapsNone   EncapsForm = iota
	EncapsDollar            // "${name}" or "${name[...]}"
	EncapsExpr              // "${expr}"
)

// Variable is $Name, or a variable variable ($$x, ${expr}) when Expr is not nil. ${'x'} is
// folded to Name "x".
type Variable struct {
	Pos
	Encaps EncapsForm
	Name   string
	Expr   Expr
}

// Index is Base[Index]; Index is nil for Base[].
type Index struct {
	Pos
	Encaps EncapsForm
	Base   Expr
	Index  Expr
}

// Prop is Obj->Name or Obj?->Name. Name is a *StringLit for a plain identifier, else an expression.
type Prop struct {
	Pos
	Obj      Expr
	Name     Expr
	Nullsafe bool
}

// StaticProp is Class::$Name. Class is a *Name or an expression; Name is a *StringLit for
// Class::$name and the inner expression for Class::$$x and Class::${expr}.
type StaticProp struct {
	Pos
	Class Expr
	Name  Expr
	Paren bool // stood in parentheses, which tells (parent::$p)::get() from a parent hook call
}

// ConstFetch is a constant by name, including true, false and null.
type ConstFetch struct {
	Pos
	Name *Name
}

// ClassConst is Class::NAME, or Class::{expr} when Name is not a *StringLit.
type ClassConst struct {
	Pos
	Class Expr
	Name  Expr
}

// ClassName is Class::class.
type ClassName struct {
	Pos
	Class Expr
}

// ---------------------------------------------------------------------------------------------
// Calls

// ArgList is the parenthesised arguments of a call. FCC marks f(...), the first-class callable.
type ArgList struct {
	Pos
	Args []Arg
	FCC  bool
}

// Arg is one argument: positional, named (Name != "") or unpacked (...Value).
type Arg struct {
	Pos
	Name   string
	Value  Expr
	Unpack bool
}

// Call is Fn(Args). Fn is a *Name or an expression. exit, die and the argument-list form of clone
// arrive as calls of the full names exit and clone.
type Call struct {
	Pos
	Fn   Expr
	Args *ArgList
}

// MethodCall is Obj->Name(Args) or Obj?->Name(Args). The call is charged to Name's line.
type MethodCall struct {
	Pos
	Obj      Expr
	Name     Expr
	Args     *ArgList
	Nullsafe bool
}

// StaticCall is Class::Name(Args); Name is a *StringLit, a *Variable (A::$f()) or an expression.
type StaticCall struct {
	Pos
	Class Expr
	Name  Expr
	Args  *ArgList
}

// New is new Class(Args). Class is a *Name, an expression or a *ClassDecl (anonymous class).
// Args is never nil; HasArgs tells whether parentheses were written.
type New struct {
	Pos
	Class   Expr
	Args    *ArgList
	HasArgs bool
}

// Clone is `clone X`, including clone($x). Every other argument list is a Call of \clone.
type Clone struct {
	Pos
	X Expr
}

// ---------------------------------------------------------------------------------------------
// Operators

// Op is a unary, binary or compound-assignment operator.
type Op uint8

const (
	OpNone Op = iota
	OpAdd
	OpSub
	OpMul
	OpDiv
	OpMod
	OpPow
	OpConcat
	OpBitOr
	OpBitAnd
	OpBitXor
	OpShiftLeft
	OpShiftRight
	OpCoalesce // ?? short-circuits; as AssignOp it is ??=
	OpBoolAnd  // && and "and": short-circuits
	OpBoolOr   // || and "or": short-circuits
	OpBoolXor  // "xor"
	OpIdentical
	OpNotIdentical
	OpEqual
	OpNotEqual
	OpSmaller
	OpSmallerEqual
	OpGreater
	OpGreaterEqual
	OpSpaceship
	OpPipe   // |>
	OpPlus   // unary +
	OpMinus  // unary -
	OpNot    // !
	OpBitNot // ~
)

// Binary is L Op R. Paren tells that it stood in parentheses.
type Binary struct {
	Pos
	Op    Op
	Paren bool
	L, R  Expr
}

// Unary is OpPlus, OpMinus, OpNot or OpBitNot applied to X. A minus on a literal stays a Unary.
type Unary struct {
	Pos
	Op Op
	X  Expr
}

// Assign is Var = Value; a *Array as Var destructures.
type Assign struct {
	Pos
	Var   Expr
	Value Expr
}

// AssignRef is Var = &Value.
type AssignRef struct {
	Pos
	Var   Expr
	Value Expr
}

// AssignOp is Var Op= Value; OpCoalesce is ??=.
type AssignOp struct {
	Pos
	Op    Op
	Var   Expr
	Value Expr
}

// IncDec is ++X, --X, X++ or X--.
type IncDec struct {
	Pos
	X      Expr
	Dec    bool
	Prefix bool
}

// Silence is @X.
type Silence struct {
	Pos
	X Expr
}

// CastKind is the target of a cast.
type CastKind uint8

const (
	CastInt CastKind = iota
	CastFloat
	CastString
	CastArray
	CastObject
	CastBool
	CastUnset // removed from the language; the compiler reports it
	CastVoid  // (void): only as a whole statement or in a for list
)

// Cast is (kind)X.
type Cast struct {
	Pos
	Kind CastKind
	X    Expr
}

// Isset is isset(Vars...): the conjunction of its variables.
type Isset struct {
	Pos
	Vars []Expr
}

// Empty is empty(X).
type Empty struct {
	Pos
	X Expr
}

// IncludeKind is which form of inclusion.
type IncludeKind uint8

const (
	IncludeEval IncludeKind = iota
	IncludeFile
	IncludeFileOnce
	IncludeRequire
	IncludeRequireOnce
)

// Include is include, include_once, require, require_once or eval.
type Include struct {
	Pos
	Kind IncludeKind
	X    Expr
}

// Print is print X.
type Print struct {
	Pos
	X Expr
}

// InstanceOf is X instanceof Class; Class is a *Name or an expression.
type InstanceOf struct {
	Pos
	X     Expr
	Class Expr
}

// Ternary is Cond ? Then : Else, or Cond ?: Else when Then is nil. Paren tells that it stood in
// parentheses, which nested conditionals require; the parser has already rejected the nesting
// that PHP forbids.
type Ternary struct {
	Pos
	Cond, Then, Else Expr
	Paren            bool
}

// Yield is yield, yield Value or yield Key => Value.
type Yield struct {
	Pos
	Key, Value Expr
}

// YieldFrom is yield from X.
type YieldFrom struct {
	Pos
	X Expr
}

// Throw is throw X, an expression.
type Throw struct {
	Pos
	X Expr
}

// Match is match (Subject) { Arms }.
type Match struct {
	Pos
	Subject Expr
	Arms    []*MatchArm
}

// MatchArm is one arm; Conds is nil for default.
type MatchArm struct {
	Pos
	Conds []Expr
	Body  Expr
}

// ---------------------------------------------------------------------------------------------
// Functions

// FuncKind tells the forms of FuncDecl apart.
type FuncKind uint8

const (
	FuncNamed   FuncKind = iota // function f() {}   (a Stmt)
	FuncClosure                 // function() use () {}   (an Expr)
	FuncArrow                   // fn() => expr   (an Expr)
	FuncMethod                  // a Member
	FuncHook                    // a property hook, in Hooks of PropItem or Param; Name is "get" or "set" as written
)

// Mod is a set of member modifiers.
type Mod uint32

const (
	ModPublic Mod = 1 << iota
	ModProtected
	ModPrivate
	ModStatic
	ModAbstract
	ModFinal
	ModReadonly
	ModPublicSet    // public(set)
	ModProtectedSet // protected(set)
	ModPrivateSet   // private(set)
	ModVar          // var: the compiler treats it as public

	ModVisibility    = ModPublic | ModProtected | ModPrivate
	ModVisibilitySet = ModPublicSet | ModProtectedSet | ModPrivateSet
)

// FuncDecl is any function. Line is that of its function or fn keyword (for a hook, of its name).
type FuncDecl struct {
	Pos
	EndLine int
	Kind    FuncKind
	Name    string // as written; empty for closures
	NamePos Pos
	Mods    Mod // methods and hooks; ModStatic also for static closures
	ByRef   bool
	Paren   bool // FuncArrow: stood in parentheses
	// NoParams marks a hook written without a parameter list (set => ..., set { ... }).
	NoParams bool
	Params   []*Param
	Uses     []ClosureUse // FuncClosure
	Return   Type
	// Body is nil for an abstract method or hook, and when ExprBody is set.
	Body *Block
	// ExprBody is the expression of an arrow function or of a short hook (get => expr).
	ExprBody Expr
	Attrs    []*AttrGroup
	Doc      string // doc comment, or ""
}

// Static tells whether a closure or method is static.
func (f *FuncDecl) Static() bool { return f.Mods&ModStatic != 0 }

// ClosureUse is one captured variable.
type ClosureUse struct {
	Pos
	Name  string
	ByRef bool
}

// Param is one parameter. Mods (or Hooks) is non-empty for a promoted constructor property.
type Param struct {
	Pos
	Name     string
	NamePos  Pos
	Type     Type
	Default  Expr
	ByRef    bool
	Variadic bool
	Mods     Mod
	Hooks    []*FuncDecl
	HasHooks bool // a hook list was written, even if empty
	Attrs    []*AttrGroup
	Doc      string
}

// AttrGroup is one #[...].
type AttrGroup struct {
	Pos
	Attrs []*Attr
}

// Attr is one attribute; Args is nil without parentheses.
type Attr struct {
	Pos
	Name *Name
	Args *ArgList
}

// ---------------------------------------------------------------------------------------------
// Classes

// ClassKind tells class-like declarations apart.
type ClassKind uint8

const (
	KindClass ClassKind = iota
	KindAnonClass
	KindInterface
	KindTrait
	KindEnum
)

// ClassDecl is a class, interface, trait, enum or anonymous class. Line is that of its keyword.
type ClassDecl struct {
	Pos
	EndLine    int
	Kind       ClassKind
	Name       string
	NamePos    Pos
	Mods       Mod     // ModAbstract, ModFinal, ModReadonly
	Extends    *Name   // class
	Implements []*Name // interfaces; what an interface extends
	EnumType   Type
	Members    []Member
	Attrs      []*AttrGroup
	Doc        string
}

// PropGroup is one property declaration: public int $a = 1, $b;
type PropGroup struct {
	Pos
	Mods  Mod
	Type  Type
	Props []*PropItem
	Attrs []*AttrGroup
}

// PropItem is one property of a group.
type PropItem struct {
	Pos
	Name     string
	Default  Expr
	Hooks    []*FuncDecl
	HasHooks bool // a hook list was written, even if empty
	Doc      string
}

// ConstGroup is const declarations in a class: final public const int A = 1, B = 2;
type ConstGroup struct {
	Pos
	Mods  Mod
	Type  Type
	Items []*ConstItem
	Attrs []*AttrGroup
}

// ConstItem is one constant of a class or of a const statement.
type ConstItem struct {
	Pos
	Name  string
	Value Expr
	Doc   string
}

// EnumCase is case Name = Value;
type EnumCase struct {
	Pos
	Name  string
	Value Expr
	Attrs []*AttrGroup
	Doc   string
}

// TraitUse is use A, B { adaptations }.
type TraitUse struct {
	Pos
	Traits      []*Name
	Adaptations []*TraitAdaptation
}

// TraitAdaptation is [Trait::]Method insteadof InsteadOf...; or [Trait::]Method as [Mods] [Alias];
type TraitAdaptation struct {
	Pos
	Trait     *Name
	Method    string
	InsteadOf []*Name // non-nil for insteadof
	Mods      Mod
	Alias     string
}

// ---------------------------------------------------------------------------------------------
// Statements

// Block is { Stmts }, or the body of an alternative-syntax construct.
type Block struct {
	Pos
	Stmts []Stmt
}

// ExprStmt is an expression as a statement; its value is freed.
type ExprStmt struct {
	Pos
	X Expr
}

// Echo is one operand of echo; `echo a, b;` becomes two of them.
type Echo struct {
	Pos
	X Expr
}

// InlineHTML is text outside the tags.
type InlineHTML struct {
	Pos
	Value string
}

// If is if/elseif/else; Cond is nil in the else clause, which is last.
type If struct {
	Pos
	Clauses []*IfClause
}

// IfClause is one branch. Body may be nil (empty statement), as every single-statement body may.
type IfClause struct {
	Pos
	Cond Expr
	Body Stmt
}

// While is while (Cond) Body.
type While struct {
	Pos
	Cond Expr
	Body Stmt
}

// DoWhile is do Body while (Cond).
type DoWhile struct {
	Pos
	Body Stmt
	Cond Expr
}

// For is for (Init; Cond; Step) Body.
type For struct {
	Pos
	Init, Cond, Step []Expr
	Body             Stmt
}

// Foreach is foreach (X as Key => Value) Body; Value is a variable or an *Array to destructure.
type Foreach struct {
	Pos
	X     Expr
	Key   Expr
	Value Expr
	ByRef bool
	Body  Stmt
}

// Switch is switch (X) { Cases }.
type Switch struct {
	Pos
	X     Expr
	Cases []*Case
}

// Case is case Cond: Body, or default when Cond is nil.
type Case struct {
	Pos
	Cond Expr
	Body []Stmt
	// Semicolon tells that ; stood in place of the colon, which is deprecated.
	Semicolon bool
}

// Break is break Depth; Depth may be nil.
type Break struct {
	Pos
	Depth Expr
}

// Continue is continue Depth; Depth may be nil.
type Continue struct {
	Pos
	Depth Expr
}

// Return is return X; X may be nil.
type Return struct {
	Pos
	X Expr
}

// Global is one variable of a global statement.
type Global struct {
	Pos
	Var *Variable
}

// StaticVar is one variable of a static statement.
type StaticVar struct {
	Pos
	Name    string
	Default Expr
}

// Unset is unset(Vars...).
type Unset struct {
	Pos
	Vars []Expr
}

// Try is try/catch/finally. Catches and Finally may both be absent; the compiler reports that.
type Try struct {
	Pos
	Body    *Block
	Catches []*Catch
	Finally *Block
}

// Catch is catch (Types $Var) Body; Var is "" when absent.
type Catch struct {
	Pos
	Types []*Name
	Var   string
	Body  *Block
}

// Goto is goto Label;
type Goto struct {
	Pos
	Label string
}

// Label is Name:
type Label struct {
	Pos
	Name string
}

// Declare is declare(Items) Body. HasBody tells declare(...) {} and declare(...): from declare(...);
type Declare struct {
	Pos
	Items   []*ConstItem
	Body    Stmt
	HasBody bool
}

// Namespace is namespace Name; (Body nil) or namespace Name { Body }. Name is nil for the global one.
type Namespace struct {
	Pos
	Name *Name
	Body *Block
}

// UseKind is what a use imports.
type UseKind uint8

const (
	UseClass UseKind = iota
	UseFunction
	UseConst
)

// Use is use A, B as C; or use Prefix\{A, function b}; when Prefix is not nil. Each item has its own kind.
type Use struct {
	Pos
	Kind   UseKind
	Prefix *Name
	Items  []*UseItem
}

// UseItem is one import; Alias is "" when absent. Name has no leading backslash.
type UseItem struct {
	Pos
	Kind  UseKind
	Name  string
	Alias string
}

// ConstDecl is const A = 1, B = 2; outside classes.
type ConstDecl struct {
	Pos
	Items []*ConstItem
	Attrs []*AttrGroup
}

// HaltCompiler is __halt_compiler(); Offset is the byte just past it.
type HaltCompiler struct {
	Pos
	Offset int
}

func (*Name) exprNode()       {}
func (*IntLit) exprNode()     {}
func (*FloatLit) exprNode()   {}
func (*StringLit) exprNode()  {}
func (*Interp) exprNode()     {}
func (*ShellExec) exprNode()  {}
func (*Array) exprNode()      {}
func (*Magic) exprNode()      {}
func (*Variable) exprNode()   {}
func (*Index) exprNode()      {}
func (*Prop) exprNode()       {}
func (*StaticProp) exprNode() {}
func (*ConstFetch) exprNode() {}
func (*ClassConst) exprNode() {}
func (*ClassName) exprNode()  {}
func (*Call) exprNode()       {}
func (*MethodCall) exprNode() {}
func (*StaticCall) exprNode() {}
func (*New) exprNode()        {}
func (*Clone) exprNode()      {}
func (*Binary) exprNode()     {}
func (*Unary) exprNode()      {}
func (*Assign) exprNode()     {}
func (*AssignRef) exprNode()  {}
func (*AssignOp) exprNode()   {}
func (*IncDec) exprNode()     {}
func (*Silence) exprNode()    {}
func (*Cast) exprNode()       {}
func (*Isset) exprNode()      {}
func (*Empty) exprNode()      {}
func (*Include) exprNode()    {}
func (*Print) exprNode()      {}
func (*InstanceOf) exprNode() {}
func (*Ternary) exprNode()    {}
func (*Yield) exprNode()      {}
func (*YieldFrom) exprNode()  {}
func (*Throw) exprNode()      {}
func (*Match) exprNode()      {}
func (*FuncDecl) exprNode()   {}
func (*ClassDecl) exprNode()  {}

func (*Block) stmtNode()        {}
func (*ExprStmt) stmtNode()     {}
func (*Echo) stmtNode()         {}
func (*InlineHTML) stmtNode()   {}
func (*If) stmtNode()           {}
func (*While) stmtNode()        {}
func (*DoWhile) stmtNode()      {}
func (*For) stmtNode()          {}
func (*Foreach) stmtNode()      {}
func (*Switch) stmtNode()       {}
func (*Break) stmtNode()        {}
func (*Continue) stmtNode()     {}
func (*Return) stmtNode()       {}
func (*Global) stmtNode()       {}
func (*StaticVar) stmtNode()    {}
func (*Unset) stmtNode()        {}
func (*Try) stmtNode()          {}
func (*Goto) stmtNode()         {}
func (*Label) stmtNode()        {}
func (*Declare) stmtNode()      {}
func (*Namespace) stmtNode()    {}
func (*Use) stmtNode()          {}
func (*ConstDecl) stmtNode()    {}
func (*HaltCompiler) stmtNode() {}
func (*FuncDecl) stmtNode()     {}
func (*ClassDecl) stmtNode()    {}

func (*NamedType) typeNode()        {}
func (*UnionType) typeNode()        {}
func (*IntersectionType) typeNode() {}

func (*PropGroup) memberNode()  {}
func (*ConstGroup) memberNode() {}
func (*FuncDecl) memberNode()   {}
func (*TraitUse) memberNode()   {}
func (*EnumCase) memberNode()   {}
