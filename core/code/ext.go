package code

// Numbers in extended values and Unused operands; the values are Zend's.
const (
	// FETCH_CLASS and every operand of role ClassFetch.
	FetchClassDefault    = 0
	FetchClassSelf       = 1
	FetchClassParent     = 2
	FetchClassStatic     = 3
	FetchClassAuto       = 4
	FetchClassInterface  = 5
	FetchClassTrait      = 6
	FetchClassMask       = 0x0f
	FetchClassNoAutoload = 0x80
	FetchClassSilent     = 0x100
	FetchClassException  = 0x200

	// FETCH_CONSTANT's op1.
	ConstUnqualifiedInNamespace = 0x800

	// Which symbol table FETCH_R and its kin, UNSET_VAR and ISSET_ISEMPTY_VAR use.
	FetchGlobal     = 1 << 1
	FetchLocal      = 1 << 2
	FetchGlobalLock = 1 << 3

	// What is about to happen to the slot FETCH_OBJ_W, FETCH_STATIC_PROP_W fetch.
	FetchRef      = 1
	FetchDimWrite = 2
	FetchObjFlags = 3

	// What FETCH_DIM_W and FETCH_LIST_W fetch the slot for; for messages.
	FetchDimRef    = 1
	FetchDimDim    = 2
	FetchDimObj    = 3
	FetchDimIncdec = 4

	IsEmpty = 1 // ISSET_ISEMPTY_*: empty

	// INCLUDE_OR_EVAL.
	IncludeEval        = 1 << 0
	IncludeFile        = 1 << 1
	IncludeOnce        = 1 << 2
	IncludeRequire     = 1 << 3
	IncludeRequireOnce = 1 << 4

	// FREE and FE_FREE: on the way out by return, break, continue or goto; or of a switch's subject.
	FreeOnReturn = 1 << 0
	FreeSwitch   = 1 << 1

	// BIND_STATIC and BIND_LEXICAL, in the low bits of the offset.
	BindRef      = 1
	BindImplicit = 2
	BindExplicit = 4
	BindMask     = 7
	BindShift    = 3 // offset>>BindShift is the number of the static variable

	// ASSIGN_REF, RETURN_BY_REF, MAKE_REF...
	ReturnsFunction = 1 << 0
	ReturnsValue    = 1 << 1

	// INIT_ARRAY and ADD_ARRAY_ELEMENT.
	ArrayElementRef = 1 << 0
	ArrayNotPacked  = 1 << 1
	ArraySizeShift  = 2

	// DO_FCALL: named arguments may be left over.
	MayHaveExtraNamed = 1

	// THROW as an expression.
	ThrowIsExpr = 1

	// JMP_NULL: what the chain stands in, and whether its reads are quiet.
	ChainMask      = 3
	ChainExpr      = 0
	ChainIsset     = 1
	ChainEmpty     = 2
	ChainQuietRead = 4

	// CAST and TYPE names beyond zval types.
	CastBool = 18 // spelled (bool) in a dump; CAST itself never carries it

	// YIELD: the value comes from a function call in a by-reference generator is ReturnsFunction.
	// NEW, INSTANCEOF, FETCH_CLASS_CONSTANT... keep a cache offset in ext.
)
