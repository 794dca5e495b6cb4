package syntax

// ErrorKind tells how PHP reports an error.
type ErrorKind uint8

const (
	// ParseError is thrown as a ParseError ("PHP Parse error: ...").
	ParseError ErrorKind = iota
	// CompileError is a fatal error raised while the tree is built ("PHP Fatal error: ...").
	CompileError
	// ThrownError is thrown as a CompileError, which a program may catch.
	ThrownError
)

// Error is a source error in PHP's own words. Line is the line PHP reports.
type Error struct {
	Msg  string
	Line int
	Kind ErrorKind
}

func (e *Error) Error() string { return e.Msg }

// MaxDepth is how many levels of source nesting (brackets, blocks, prefix operators,
// right-associative chains) the parser follows before it gives up with an Error. Each level costs
// four to six Go frames. A recursive walker of the tree meets at most this depth (see doc.go for
// left spines); on WebAssembly it must yield now and then as the parser does, or keep a stack of
// its own, for the host's stack holds far fewer frames.
const MaxDepth = 5200

// Options says how source is to be read.
type Options struct {
	// ShortTags allows <? as an opening tag (the short_open_tag setting).
	ShortTags bool
	// Eval starts in code, with no opening tag.
	Eval bool
	// Shebang skips a first line that begins with #!, as PHP does for the main script.
	Shebang bool
	// StartLine is the number of the first line; 0 means 1.
	StartLine int
}

// DiagKind tells how PHP reports a diagnostic that does not stop compilation.
type DiagKind uint8

const (
	CompileWarning DiagKind = iota // E_COMPILE_WARNING
	Deprecated                     // E_DEPRECATED
)

// Diag is a warning found while reading the source, to be reported before the code is compiled.
type Diag struct {
	Msg  string
	Line int
	Kind DiagKind
}
