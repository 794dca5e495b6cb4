package code

import (
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/zval"
)

// Flags of functions, classes, members. One numbering for all, so that a mask
// reads the same wherever it is met.
const (
	AccPublic       = 1 << 0
	AccProtected    = 1 << 1
	AccPrivate      = 1 << 2
	AccPPP          = AccPublic | AccProtected | AccPrivate
	AccTrampoline   = 1 << 3 // descriptor standing for __call or __callStatic
	AccStatic       = 1 << 4
	AccFinal        = 1 << 5
	AccAbstract     = 1 << 6
	AccReadonly     = 1 << 7
	AccPublicSet    = 1 << 8
	AccProtectedSet = 1 << 9
	AccPrivateSet   = 1 << 10
	AccVirtual      = 1 << 11 // property with hooks and no backing slot
	AccNoDiscard    = 1 << 11 // function whose result must be used
	AccPromoted     = 1 << 12

	AccCompiled = 1 << 13 // function for which a tier has code; see interp.Loop

	AccInterface        = 1 << 13 // class kinds
	AccTrait            = 1 << 14
	AccEnum             = 1 << 15
	AccAnonymous        = 1 << 16
	AccImplicitAbstract = 1 << 17
	AccReadonlyClass    = 1 << 18

	AccReturnRef     = 1 << 19 // functions
	AccHasReturnType = 1 << 20
	AccVariadic      = 1 << 21
	AccGenerator     = 1 << 22
	AccClosure       = 1 << 23
	AccFakeClosure   = 1 << 24
	AccStrictTypes   = 1 << 25
	AccHasTypeHints  = 1 << 26
	AccUsesThis      = 1 << 27
	AccDeprecated    = 1 << 28
	AccHasFinally    = 1 << 29
	AccHeapRTCache   = 1 << 30
	AccArrowFn       = 1 << 31
)

// OpArray is a compiled function, method, closure body, file or eval.
// The oplines and the literals behind them are off the Go heap in one block.
type OpArray struct {
	Desc *Func // off-heap descriptor; Desc.ID is this array's index in Registry.Funcs
	Unit *Unit

	Name       string // as declared; "" for a file; "{closure:...}" for a closure
	ScopeName  string // declaring class as compiled, for display before linking
	File       string
	LineStart  int
	LineEnd    int
	DocComment string
	Flags      uint32

	Params   []Param // the variadic parameter, when there is one, is last
	Return   *TypeRef
	CVs      []string
	CVNames  []*zval.String // interned, same order
	NumTmps  int
	Ops      []Opline     // view of the off-heap oplines
	Literals []zval.Value // view of the off-heap literals
	TryCatch []TryCatch
	Ranges   []LiveRange

	CacheSize  int         // bytes of run-time cache
	StaticVars []StaticVar // declared order; run-time table at Desc.Statics
	Dynamic    []*OpArray  // closures and conditionally declared functions, by DECLARE_*'s index
	Attributes []Attribute
	Uses       []string      // closure: names bound by use
	ConstAttrs [][]Attribute // by the number in DECLARE_ATTRIBUTED_CONST's OP_DATA
	This       bool
}

// Param is a declared parameter.
type Param struct {
	Name       string
	Type       *TypeRef // nil: none
	ByRef      bool
	PreferRef  bool // internal functions only: takes a reference when it can
	Variadic   bool
	Promoted   uint32 // Acc flags of a promoted property, 0 none
	Optional   bool
	Default    *ConstExpr // nil: none
	DefaultSrc string     // default as PHP would print it
	Attributes []Attribute
}

// TypeRef is a declared type. A plain type has Mask and Names; an
// intersection or DNF type has Parts.
type TypeRef struct {
	Mask     uint32     // 1<<zval type for builtin types, plus TypeStatic, TypeCallable, ...
	Names    []string   // class names of a union, as resolved
	Parts    [][]string // intersections; each element is one intersection (DNF = several, with Names and Mask as further alternatives)
	Nullable bool       // written ?T, for display
	Order    []string   // classes and intersections of a union as written, for display
	Src      string     // as PHP prints it
}

// Type mask bits beyond zval types.
const (
	TypeMaskNull     = 1 << uint(zval.Null)
	TypeMaskFalse    = 1 << uint(zval.False)
	TypeMaskTrue     = 1 << uint(zval.True)
	TypeMaskBool     = TypeMaskFalse | TypeMaskTrue
	TypeMaskLong     = 1 << uint(zval.Long)
	TypeMaskDouble   = 1 << uint(zval.Double)
	TypeMaskString   = 1 << uint(zval.StringT)
	TypeMaskArray    = 1 << uint(zval.ArrayT)
	TypeMaskObject   = 1 << uint(zval.ObjectT)
	TypeMaskResource = 1 << uint(zval.ResourceT)
	TypeMaskIterable = 1 << 16 // array|Traversable, kept for display
	TypeMaskCallable = 1 << 17
	TypeMaskVoid     = 1 << 18
	TypeMaskNever    = 1 << 19
	TypeMaskStatic   = 1 << 20
	TypeMaskMixed    = TypeMaskNull | TypeMaskBool | TypeMaskLong | TypeMaskDouble | TypeMaskString | TypeMaskArray | TypeMaskObject | TypeMaskResource
)

// TryCatch is one try block: opline numbers, 0 where absent.
type TryCatch struct {
	Try, Catch, Finally, FinallyEnd uint32
}

// LiveRange says that temporary Slot (byte offset in the frame | kind in the
// low 3 bits) holds a live value between two oplines, for clean-up when an
// exception passes.
type LiveRange struct {
	Var        uint32
	Start, End uint32
}

// Kinds of LiveRange, in the low bits of Var.
const (
	LiveTmpVar  = 0
	LiveLoop    = 1
	LiveSilence = 2
	LiveRope    = 3
	LiveNew     = 4
	LiveMask    = 7
)

// StaticVar is a function's static variable.
type StaticVar struct {
	Name  string
	Value zval.Value // constant initial value
	Expr  *ConstExpr // or an expression evaluated when reached
	ByRef bool       // closure use by reference
	IsUse bool
}

// Attribute is one #[Name(args)].
type Attribute struct {
	Name   string // resolved
	LCName string
	Args   []ConstArg
	Line   int
	Target uint32
}

// ConstArg is an argument of an attribute or of new in a constant expression.
type ConstArg struct {
	Name   string // named argument, or ""
	Spread bool
	Expr   *ConstExpr
}

// Unit is the result of compiling one file or eval.
type Unit struct {
	Main       *OpArray
	File       string
	Strict     bool
	Classes    []*ClassDecl // every class declared anywhere in the unit
	Funcs      []*OpArray   // every named function declared anywhere in the unit
	Delayed    []*ClassDecl // classes to be declared when the unit is loaded, if their parents are there
	HaltOffset int          // __COMPILER_HALT_OFFSET__, -1 when absent
}

// ClassDecl is a class, interface, trait or enum as written; rt links it.
type ClassDecl struct {
	Index      int // in Registry.Classes
	Name       string
	LCName     string
	RTDKey     string // run-time definition key for a declaration that is not top-level
	Flags      uint32
	Parent     string // resolved, "" none
	ParentLC   string
	Interfaces []string
	Consts     []ClassConst
	Props      []PropDecl
	Methods    []*OpArray
	Traits     []TraitUse
	Cases      []EnumCase
	EnumType   *TypeRef
	Attributes []Attribute
	File       string
	LineStart  int
	LineEnd    int
	DocComment string
	TopLevel   bool
	Hoisted    bool // declared at compile time: no DECLARE_CLASS is executed
}

// ClassConst is a declared class constant.
type ClassConst struct {
	Name       string
	Flags      uint32
	Type       *TypeRef
	Value      zval.Value // when Expr is nil
	Expr       *ConstExpr
	Attributes []Attribute
	DocComment string
	Line       int
}

// EnumCase is a case of an enum; it becomes a class constant.
type EnumCase struct {
	Name       string
	Expr       *ConstExpr // backing value or nil
	Attributes []Attribute
	DocComment string
	Line       int
}

// PropDecl is a declared property.
type PropDecl struct {
	Name             string
	Flags            uint32
	Type             *TypeRef
	HasDefault       bool // false for a typed property without initialiser
	Value            zval.Value
	Expr             *ConstExpr
	Get, Set         *OpArray // hooks
	GetDecl, SetDecl bool     // abstract hooks declared without a body
	Attributes       []Attribute
	DocComment       string
	Line             int
}

// TraitUse is a `use A, B { ... }` inside a class.
type TraitUse struct {
	Names []string
	Rules []TraitRule
}

// TraitRule is one adaptation.
type TraitRule struct {
	Trait     string // "" when not named
	Method    string
	InsteadOf []string // non-nil: precedence rule
	Alias     string
	Flags     uint32 // new visibility, 0 unchanged
	Line      int
}

// Registry holds what compiled code refers to by index, for one executor.
type Registry struct {
	Space      *zval.Space
	Funcs      []*OpArray
	Classes    []*ClassDecl
	ConstExprs []*ConstExpr

	// Handler is what oplines have for a handler when they are made; the Go loop
	// needs none.
	Handler uintptr

	tables []*zval.Table // literal arrays, freed by Release
	keys   uint32
}

// NextKey numbers the declarations of classes that get a unique key.
func (r *Registry) NextKey() uint32 {
	r.keys++
	return r.keys - 1
}

// AddConstExpr files an expression and returns a ConstAST Value that names it.
func (r *Registry) AddConstExpr(e *ConstExpr) zval.Value {
	r.ConstExprs = append(r.ConstExprs, e)
	return zval.Value{V: uint64(len(r.ConstExprs) - 1), T: uint32(zval.ConstAST)}
}

// ConstKind tells what a ConstExpr node does.
type ConstKind uint8

const (
	CELit        ConstKind = iota // Value (scalars, interned strings, immutable arrays)
	CEConst                       // constant Name; Name2 = fallback for unqualified names in a namespace
	CEClassConst                  // X = class expression or nil with Name = class (self/parent/static kept lower-case); Name2 = constant ("class" too)
	CEClassName                   // Foo::class that must be resolved at run time
	CEBinary                      // Op = opcode number (ADD ...), X, Y
	CEUnary                       // Op = opcode number (BOOL_NOT, BW_NOT; unary +/- are MUL by 1/-1 as Zend does)
	CEAnd
	CEOr
	CECoalesce
	CETernary // X ? Y : Z ; Y nil for ?:
	CEArray   // Items
	CEDim     // X[Y]
	CEProp    // X->Name ; NullSafe
	CENew     // Name, Args
	CEStaticProp
	CEClosure    // Func: static closure
	CEFCC        // first-class callable: Name (function) or Name::Name2
	CECast       // Op = zval type
	CEMagicClass // __CLASS__ inside a trait or closure
	CEEnumCase   // Name = class, Name2 = case, X = value or nil
	CENamedConstArray
)

// ConstExpr is a constant expression that could not be folded at compile time.
type ConstExpr struct {
	Kind     ConstKind
	Op       uint8
	NullSafe bool
	Line     int
	Value    zval.Value
	Name     string
	Name2    string
	X, Y, Z  *ConstExpr
	Items    []ConstItem
	Args     []ConstArg
	Func     *OpArray
	Scope    string // class in which it was written (for display)
	Src      string // as PHP would print it
}

// ConstItem is an element of a CEArray.
type ConstItem struct {
	Key    *ConstExpr // nil: append
	Value  *ConstExpr
	Spread bool
}

// BlockAddr returns the address of the first opline.
func (a *OpArray) BlockAddr() mm.Addr { return a.Desc.Code }
