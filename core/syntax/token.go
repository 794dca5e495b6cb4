package syntax

// Token kinds: their names, the words error messages use for them, and the keyword table.

// Kind is a token's kind. A single-character token has its byte as kind; all others start at 256.
type Kind uint16

// Token is a lexical element: src[Off:End], starting on Line (counted from Options.StartLine).
type Token struct {
	Kind Kind
	Line int32
	Off  int32
	End  int32
}

// Token kinds beyond single characters. Their order is that of PHP's own numbering, which lists of
// expected tokens follow; PHP's T_LNUMBER is 260, so Number is Kind minus TLNumber plus 260.
const (
	TEnd   Kind = 256 // end of file
	TError Kind = 257 // the scanner failed; never seen outside the parser
)
const (
	TLNumber Kind = iota + 260
	TDNumber
	TString
	TNameFull
	TNameRelative
	TNameQualified
	TVariable
	TInlineHTML
	TEncapsed
	TConstString
	TStringVarname
	TNumString
	TInclude
	TIncludeOnce
	TEval
	TRequire
	TRequireOnce
	TLogicalOr
	TLogicalXor
	TLogicalAnd
	TPrint
	TYield
	TYieldFrom
	TInstanceof
	TNew
	TClone
	TExit
	TIf
	TElseif
	TElse
	TEndif
	TEcho
	TDo
	TWhile
	TEndwhile
	TFor
	TEndfor
	TForeach
	TEndforeach
	TDeclare
	TEnddeclare
	TAs
	TSwitch
	TEndswitch
	TCase
	TDefault
	TMatch
	TBreak
	TContinue
	TGoto
	TFunction
	TFn
	TConst
	TReturn
	TTry
	TCatch
	TFinally
	TThrow
	TUse
	TInsteadof
	TGlobal
	TStatic
	TAbstract
	TFinal
	TPrivate
	TProtected
	TPublic
	TPrivateSet
	TProtectedSet
	TPublicSet
	TReadonly
	TVar
	TUnset
	TIsset
	TEmpty
	THaltCompiler
	TClass
	TTrait
	TInterface
	TEnum
	TExtends
	TImplements
	TNamespace
	TList
	TArray
	TCallable
	TLine
	TFile
	TDir
	TClassC
	TTraitC
	TMethodC
	TFuncC
	TPropertyC
	TNsC
	TAttribute
	TPlusEqual
	TMinusEqual
	TMulEqual
	TDivEqual
	TConcatEqual
	TModEqual
	TAndEqual
	TOrEqual
	TXorEqual
	TSlEqual
	TSrEqual
	TCoalesceEqual
	TBooleanOr
	TBooleanAnd
	TIsEqual
	TIsNotEqual
	TIsIdentical
	TIsNotIdentical
	TIsSmallerOrEqual
	TIsGreaterOrEqual
	TSpaceship
	TSl
	TSr
	TInc
	TDec
	TIntCast
	TDoubleCast
	TStringCast
	TArrayCast
	TObjectCast
	TBoolCast
	TUnsetCast
	TVoidCast
	TObjectOperator
	TNullsafeOperator
	TDoubleArrow
	TComment
	TDocComment
	TOpenTag
	TOpenTagEcho
	TCloseTag
	TWhitespace
	TStartHeredoc
	TEndHeredoc
	TDollarCurly
	TCurlyOpen
	TDoubleColon
	TNsSeparator
	TEllipsis
	TCoalesce
	TPow
	TPowEqual
	TAmpVar // & before a variable or ...
	TAmp    // any other &
	TPipe
	TBadCharacter
	kindEnd
)

// kindInfo gives a kind's T_ name and, for messages, either its fixed spelling (text) or a
// description of its class (desc).
type kindInfo struct{ name, text, desc string }

var kinds = [kindEnd]kindInfo{
	TEnd:              {"END", "", "end of file"},
	TError:            {"T_ERROR", "", "T_ERROR"},
	TLNumber:          {"T_LNUMBER", "", "integer"},
	TDNumber:          {"T_DNUMBER", "", "floating-point number"},
	TString:           {"T_STRING", "", "identifier"},
	TNameFull:         {"T_NAME_FULLY_QUALIFIED", "", "fully qualified name"},
	TNameRelative:     {"T_NAME_RELATIVE", "", "namespace-relative name"},
	TNameQualified:    {"T_NAME_QUALIFIED", "", "namespaced name"},
	TVariable:         {"T_VARIABLE", "", "variable"},
	TInlineHTML:       {"T_INLINE_HTML", "", "T_INLINE_HTML"},
	TEncapsed:         {"T_ENCAPSED_AND_WHITESPACE", "", "string content"},
	TConstString:      {"T_CONSTANT_ENCAPSED_STRING", "", "quoted string"},
	TStringVarname:    {"T_STRING_VARNAME", "", "variable name"},
	TNumString:        {"T_NUM_STRING", "", "number"},
	TInclude:          {"T_INCLUDE", "include", ""},
	TIncludeOnce:      {"T_INCLUDE_ONCE", "include_once", ""},
	TEval:             {"T_EVAL", "eval", ""},
	TRequire:          {"T_REQUIRE", "require", ""},
	TRequireOnce:      {"T_REQUIRE_ONCE", "require_once", ""},
	TLogicalOr:        {"T_LOGICAL_OR", "or", ""},
	TLogicalXor:       {"T_LOGICAL_XOR", "xor", ""},
	TLogicalAnd:       {"T_LOGICAL_AND", "and", ""},
	TPrint:            {"T_PRINT", "print", ""},
	TYield:            {"T_YIELD", "yield", ""},
	TYieldFrom:        {"T_YIELD_FROM", "yield from", ""},
	TInstanceof:       {"T_INSTANCEOF", "instanceof", ""},
	TNew:              {"T_NEW", "new", ""},
	TClone:            {"T_CLONE", "clone", ""},
	TExit:             {"T_EXIT", "exit", ""},
	TIf:               {"T_IF", "if", ""},
	TElseif:           {"T_ELSEIF", "elseif", ""},
	TElse:             {"T_ELSE", "else", ""},
	TEndif:            {"T_ENDIF", "endif", ""},
	TEcho:             {"T_ECHO", "echo", ""},
	TDo:               {"T_DO", "do", ""},
	TWhile:            {"T_WHILE", "while", ""},
	TEndwhile:         {"T_ENDWHILE", "endwhile", ""},
	TFor:              {"T_FOR", "for", ""},
	TEndfor:           {"T_ENDFOR", "endfor", ""},
	TForeach:          {"T_FOREACH", "foreach", ""},
	TEndforeach:       {"T_ENDFOREACH", "endforeach", ""},
	TDeclare:          {"T_DECLARE", "declare", ""},
	TEnddeclare:       {"T_ENDDECLARE", "enddeclare", ""},
	TAs:               {"T_AS", "as", ""},
	TSwitch:           {"T_SWITCH", "switch", ""},
	TEndswitch:        {"T_ENDSWITCH", "endswitch", ""},
	TCase:             {"T_CASE", "case", ""},
	TDefault:          {"T_DEFAULT", "default", ""},
	TMatch:            {"T_MATCH", "match", ""},
	TBreak:            {"T_BREAK", "break", ""},
	TContinue:         {"T_CONTINUE", "continue", ""},
	TGoto:             {"T_GOTO", "goto", ""},
	TFunction:         {"T_FUNCTION", "function", ""},
	TFn:               {"T_FN", "fn", ""},
	TConst:            {"T_CONST", "const", ""},
	TReturn:           {"T_RETURN", "return", ""},
	TTry:              {"T_TRY", "try", ""},
	TCatch:            {"T_CATCH", "catch", ""},
	TFinally:          {"T_FINALLY", "finally", ""},
	TThrow:            {"T_THROW", "throw", ""},
	TUse:              {"T_USE", "use", ""},
	TInsteadof:        {"T_INSTEADOF", "insteadof", ""},
	TGlobal:           {"T_GLOBAL", "global", ""},
	TStatic:           {"T_STATIC", "static", ""},
	TAbstract:         {"T_ABSTRACT", "abstract", ""},
	TFinal:            {"T_FINAL", "final", ""},
	TPrivate:          {"T_PRIVATE", "private", ""},
	TProtected:        {"T_PROTECTED", "protected", ""},
	TPublic:           {"T_PUBLIC", "public", ""},
	TPrivateSet:       {"T_PRIVATE_SET", "private(set)", ""},
	TProtectedSet:     {"T_PROTECTED_SET", "protected(set)", ""},
	TPublicSet:        {"T_PUBLIC_SET", "public(set)", ""},
	TReadonly:         {"T_READONLY", "readonly", ""},
	TVar:              {"T_VAR", "var", ""},
	TUnset:            {"T_UNSET", "unset", ""},
	TIsset:            {"T_ISSET", "isset", ""},
	TEmpty:            {"T_EMPTY", "empty", ""},
	THaltCompiler:     {"T_HALT_COMPILER", "__halt_compiler", ""},
	TClass:            {"T_CLASS", "class", ""},
	TTrait:            {"T_TRAIT", "trait", ""},
	TInterface:        {"T_INTERFACE", "interface", ""},
	TEnum:             {"T_ENUM", "enum", ""},
	TExtends:          {"T_EXTENDS", "extends", ""},
	TImplements:       {"T_IMPLEMENTS", "implements", ""},
	TNamespace:        {"T_NAMESPACE", "namespace", ""},
	TList:             {"T_LIST", "list", ""},
	TArray:            {"T_ARRAY", "array", ""},
	TCallable:         {"T_CALLABLE", "callable", ""},
	TLine:             {"T_LINE", "__LINE__", ""},
	TFile:             {"T_FILE", "__FILE__", ""},
	TDir:              {"T_DIR", "__DIR__", ""},
	TClassC:           {"T_CLASS_C", "__CLASS__", ""},
	TTraitC:           {"T_TRAIT_C", "__TRAIT__", ""},
	TMethodC:          {"T_METHOD_C", "__METHOD__", ""},
	TFuncC:            {"T_FUNC_C", "__FUNCTION__", ""},
	TPropertyC:        {"T_PROPERTY_C", "__PROPERTY__", ""},
	TNsC:              {"T_NS_C", "__NAMESPACE__", ""},
	TAttribute:        {"T_ATTRIBUTE", "#[", ""},
	TPlusEqual:        {"T_PLUS_EQUAL", "+=", ""},
	TMinusEqual:       {"T_MINUS_EQUAL", "-=", ""},
	TMulEqual:         {"T_MUL_EQUAL", "*=", ""},
	TDivEqual:         {"T_DIV_EQUAL", "/=", ""},
	TConcatEqual:      {"T_CONCAT_EQUAL", ".=", ""},
	TModEqual:         {"T_MOD_EQUAL", "%=", ""},
	TAndEqual:         {"T_AND_EQUAL", "&=", ""},
	TOrEqual:          {"T_OR_EQUAL", "|=", ""},
	TXorEqual:         {"T_XOR_EQUAL", "^=", ""},
	TSlEqual:          {"T_SL_EQUAL", "<<=", ""},
	TSrEqual:          {"T_SR_EQUAL", ">>=", ""},
	TCoalesceEqual:    {"T_COALESCE_EQUAL", "??=", ""},
	TBooleanOr:        {"T_BOOLEAN_OR", "||", ""},
	TBooleanAnd:       {"T_BOOLEAN_AND", "&&", ""},
	TIsEqual:          {"T_IS_EQUAL", "==", ""},
	TIsNotEqual:       {"T_IS_NOT_EQUAL", "!=", ""},
	TIsIdentical:      {"T_IS_IDENTICAL", "===", ""},
	TIsNotIdentical:   {"T_IS_NOT_IDENTICAL", "!==", ""},
	TIsSmallerOrEqual: {"T_IS_SMALLER_OR_EQUAL", "<=", ""},
	TIsGreaterOrEqual: {"T_IS_GREATER_OR_EQUAL", ">=", ""},
	TSpaceship:        {"T_SPACESHIP", "<=>", ""},
	TSl:               {"T_SL", "<<", ""},
	TSr:               {"T_SR", ">>", ""},
	TInc:              {"T_INC", "++", ""},
	TDec:              {"T_DEC", "--", ""},
	TIntCast:          {"T_INT_CAST", "(int)", ""},
	TDoubleCast:       {"T_DOUBLE_CAST", "(double)", ""},
	TStringCast:       {"T_STRING_CAST", "(string)", ""},
	TArrayCast:        {"T_ARRAY_CAST", "(array)", ""},
	TObjectCast:       {"T_OBJECT_CAST", "(object)", ""},
	TBoolCast:         {"T_BOOL_CAST", "(bool)", ""},
	TUnsetCast:        {"T_UNSET_CAST", "(unset)", ""},
	TVoidCast:         {"T_VOID_CAST", "(void)", ""},
	TObjectOperator:   {"T_OBJECT_OPERATOR", "->", ""},
	TNullsafeOperator: {"T_NULLSAFE_OBJECT_OPERATOR", "?->", ""},
	TDoubleArrow:      {"T_DOUBLE_ARROW", "=>", ""},
	TComment:          {"T_COMMENT", "", "comment"},
	TDocComment:       {"T_DOC_COMMENT", "", "doc comment"},
	TOpenTag:          {"T_OPEN_TAG", "", "open tag"},
	TOpenTagEcho:      {"T_OPEN_TAG_WITH_ECHO", "<?=", ""},
	TCloseTag:         {"T_CLOSE_TAG", "?>", ""},
	TWhitespace:       {"T_WHITESPACE", "", "whitespace"},
	TStartHeredoc:     {"T_START_HEREDOC", "", "heredoc start"},
	TEndHeredoc:       {"T_END_HEREDOC", "", "heredoc end"},
	TDollarCurly:      {"T_DOLLAR_OPEN_CURLY_BRACES", "${", ""},
	TCurlyOpen:        {"T_CURLY_OPEN", "{$", ""},
	TDoubleColon:      {"T_DOUBLE_COLON", "::", ""},
	TNsSeparator:      {"T_NS_SEPARATOR", "\\", ""},
	TEllipsis:         {"T_ELLIPSIS", "...", ""},
	TCoalesce:         {"T_COALESCE", "??", ""},
	TPow:              {"T_POW", "**", ""},
	TPowEqual:         {"T_POW_EQUAL", "**=", ""},
	TAmpVar:           {"T_AMPERSAND_FOLLOWED_BY_VAR_OR_VARARG", "&", ""},
	TAmp:              {"T_AMPERSAND_NOT_FOLLOWED_BY_VAR_OR_VARARG", "&", ""},
	TPipe:             {"T_PIPE", "|>", ""},
	TBadCharacter:     {"T_BAD_CHARACTER", "", "invalid character"},
}

// Name returns the T_ name of a kind, or the character itself.
func (k Kind) Name() string {
	if k < 256 {
		return string([]byte{byte(k)})
	}
	if k < kindEnd && kinds[k].name != "" {
		return kinds[k].name
	}
	return "UNKNOWN"
}

// semiReserved tells whether a keyword token may stand where PHP takes an identifier: after ::,
// as a method, class constant or enum case name, as an argument name.
func (k Kind) semiReserved() bool {
	if k < TInclude || k > TNsC {
		return false
	}
	switch k {
	case TYieldFrom, TPrivateSet, TProtectedSet, TPublicSet, THaltCompiler:
		return false
	}
	return true
}

// reservedNonModifier is semiReserved without the member modifiers, for trait aliases.
func (k Kind) reservedNonModifier() bool {
	switch k {
	case TAbstract, TFinal, TPrivate, TProtected, TPublic, TStatic, TReadonly:
		return false
	}
	return k.semiReserved()
}

// keyword returns the kind of a label, ignoring ASCII case; TString if it is no keyword.
// "enum", "yield from" and "public(set)" depend on what follows and are refined by the scanner.
func keyword(label []byte) Kind {
	if len(label) < 2 || len(label) > 15 {
		return TString
	}
	var buf [16]byte
	for i, c := range label {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		buf[i] = c
	}
	switch string(buf[:len(label)]) {
	case "abstract":
		return TAbstract
	case "and":
		return TLogicalAnd
	case "array":
		return TArray
	case "as":
		return TAs
	case "break":
		return TBreak
	case "callable":
		return TCallable
	case "case":
		return TCase
	case "catch":
		return TCatch
	case "class":
		return TClass
	case "clone":
		return TClone
	case "const":
		return TConst
	case "continue":
		return TContinue
	case "declare":
		return TDeclare
	case "default":
		return TDefault
	case "do":
		return TDo
	case "echo":
		return TEcho
	case "else":
		return TElse
	case "elseif":
		return TElseif
	case "empty":
		return TEmpty
	case "enddeclare":
		return TEnddeclare
	case "endfor":
		return TEndfor
	case "endforeach":
		return TEndforeach
	case "endif":
		return TEndif
	case "endswitch":
		return TEndswitch
	case "endwhile":
		return TEndwhile
	case "enum":
		return TEnum
	case "eval":
		return TEval
	case "exit", "die":
		return TExit
	case "extends":
		return TExtends
	case "final":
		return TFinal
	case "finally":
		return TFinally
	case "fn":
		return TFn
	case "for":
		return TFor
	case "foreach":
		return TForeach
	case "function":
		return TFunction
	case "global":
		return TGlobal
	case "goto":
		return TGoto
	case "if":
		return TIf
	case "implements":
		return TImplements
	case "include":
		return TInclude
	case "include_once":
		return TIncludeOnce
	case "instanceof":
		return TInstanceof
	case "insteadof":
		return TInsteadof
	case "interface":
		return TInterface
	case "isset":
		return TIsset
	case "list":
		return TList
	case "match":
		return TMatch
	case "namespace":
		return TNamespace
	case "new":
		return TNew
	case "or":
		return TLogicalOr
	case "print":
		return TPrint
	case "private":
		return TPrivate
	case "protected":
		return TProtected
	case "public":
		return TPublic
	case "readonly":
		return TReadonly
	case "require":
		return TRequire
	case "require_once":
		return TRequireOnce
	case "return":
		return TReturn
	case "static":
		return TStatic
	case "switch":
		return TSwitch
	case "throw":
		return TThrow
	case "trait":
		return TTrait
	case "try":
		return TTry
	case "unset":
		return TUnset
	case "use":
		return TUse
	case "var":
		return TVar
	case "while":
		return TWhile
	case "xor":
		return TLogicalXor
	case "yield":
		return TYield
	case "__class__":
		return TClassC
	case "__dir__":
		return TDir
	case "__file__":
		return TFile
	case "__function__":
		return TFuncC
	case "__halt_compiler":
		return THaltCompiler
	case "__line__":
		return TLine
	case "__method__":
		return TMethodC
	case "__namespace__":
		return TNsC
	case "__property__":
		return TPropertyC
	case "__trait__":
		return TTraitC
	}
	return TString
}
