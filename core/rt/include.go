package rt

import (
	"path"
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/zval"
)

// Including files: resolution along include_path, the table of what was
// included, and the messages of failure.

type includeState struct {
	seen  map[string]bool
	order []string
	// open, when bound by the stream library, reads a path with a wrapper.
	open IncludeOpener
	// exists asks for a URL on the include path.
	exists func(x *Exec, url string) bool
}

// IncludeOpener reads what an include (word tells which) of a URL means, and
// the name it is known by. done, to be called after compiling, may be nil. why
// continues "word(url): " when it cannot be read. May run PHP.
type IncludeOpener func(x *Exec, url, word string) (src []byte, opened string, done func(), why string)

func (s *includeState) init() { s.seen = make(map[string]bool) }

func (s *includeState) add(p string) {
	if !s.seen[p] {
		s.seen[p] = true
		s.order = append(s.order, p)
	}
}

// IncludedFiles lists what has been included, the main script first.
func (x *Exec) IncludedFiles() []string { return x.included.order }

// SetIncludeOpener binds the reader of URLs ("php://...", "data:...").
// and of what tells whether there is something at one.
func (x *Exec) SetIncludeOpener(fn IncludeOpener, exists func(x *Exec, url string) bool) {
	x.included.open, x.included.exists = fn, exists
}

// includeDirs splits an include path at its colons, but for those of URLs.
func includeDirs(p string) []string {
	var dirs []string
	from := 0
	for i := 0; i <= len(p); i++ {
		if i < len(p) && (p[i] != ':' || strings.HasPrefix(p[i:], "://") && hasScheme(p[from:])) {
			continue
		}
		dirs = append(dirs, p[from:i])
		from = i + 1
	}
	return dirs
}

// AbsPath makes a path absolute against the executor's directory and cleans it.
func (x *Exec) AbsPath(p string) string {
	if !strings.HasPrefix(p, "/") {
		p = x.Cwd + "/" + p
	}
	return path.Clean(p)
}

// ChargeCode is called before a file, or a string of code, is compiled. Compiled
// code is not in PHP's heap, so memory_limit bounds it apart: the program ends as
// if it had run out of memory when the code and what Go keeps about it, taken as
// about twice its size, exceed the limit. The names of nested evals, which grow
// with the depth, are part of it.
func (x *Exec) ChargeCode(name string, eval bool) {
	if eval {
		x.codeNames += uint64(len(name))
	}
	limit := uint64(x.Heap.Limit())
	if n := 3*uint64(x.perm.InUse()) + 4*x.codeNames; limit != 0 && n > limit {
		panic(&mm.LimitError{Limit: limit, Tried: uint64(len(name))})
	}
}

// hasScheme recognises URLs.
func hasScheme(p string) bool {
	if strings.HasPrefix(p, "data:") {
		return true
	}
	i := strings.Index(p, "://")
	if i <= 0 {
		return false
	}
	for j := 0; j < i; j++ {
		c := p[j]
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.') {
			return false
		}
	}
	return true
}

// ResolvePath finds a file as include and stream_resolve_include_path do; the
// result is absolute without symbolic links.
func (x *Exec) ResolvePath(name string) (string, bool) {
	if name == "" || strings.IndexByte(name, 0) >= 0 {
		return "", false
	}
	real := func(p string) (string, bool) {
		p = x.AbsPath(p)
		fs := x.Host.FS()
		st, err := fs.Stat(p)
		if err != nil {
			return "", false
		}
		if r, err := fs.RealPath(p); err == nil {
			p = r
		}
		return p, !st.IsDir()
	}
	if name[0] == '/' || strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../") {
		return real(name)
	}
	for _, dir := range includeDirs(x.Ini.IncludePath) {
		if dir == "" {
			continue
		}
		if hasScheme(dir) {
			if url := dir + "/" + name; x.included.exists != nil && x.included.exists(x, url) {
				return url, true
			}
			if x.HasExc() {
				return "", false
			}
			continue
		}
		if p, ok := real(dir + "/" + name); ok {
			return p, true
		}
	}
	if f := x.File(); f != "" && f[0] == '/' {
		if i := strings.LastIndexByte(f, '/'); i >= 0 {
			return real(f[:i] + "/" + name)
		}
	}
	return "", false
}

// IncludeUnit prepares include, include_once, require or require_once of the
// file named by v (borrowed). A unit to run is returned, or finished: the result is
// in ret (true for what was included before, false for a failure). With
// neither, an exception is in flight. May run PHP.
func (x *Exec) IncludeUnit(v *zval.Value, kind uint32, ret *zval.Value) (u *code.Unit, finished bool) {
	s := x.ToStr(v)
	defer x.Space.ReleaseStr(s)
	if x.HasExc() {
		return nil, false
	}
	name := s.String()
	once := kind == IncIncludeOnce || kind == IncRequireOnce
	word := map[uint32]string{IncInclude: "include", IncIncludeOnce: "include_once", IncRequire: "require", IncRequireOnce: "require_once"}[kind]
	if name == "" {
		x.ThrowValueError("Path cannot be empty")
		return nil, false
	}
	if strings.IndexByte(name, 0) >= 0 {
		x.Warning("%s(): Failed opening '%s' for inclusion (include_path='%s')", word, cutNUL(name), x.Ini.IncludePath)
		if kind == IncRequire || kind == IncRequireOnce {
			x.ThrowError(nil, "Failed opening required '%s' (include_path='%s')", cutNUL(name), x.Ini.IncludePath)
			return nil, false
		}
		ret.SetBool(false)
		return nil, true
	}
	var src []byte
	var file string
	var done func()
	reason := "Failed to open stream: No such file or directory"
	ok := false
	if hasScheme(name) {
		if x.included.open != nil {
			if once && x.included.seen[name] {
				ret.SetBool(true)
				return nil, true
			}
			src, file, done, reason = x.included.open(x, name, word)
			ok = reason == ""
			if x.HasExc() {
				return nil, false
			}
		}
	} else if file, ok = x.ResolvePath(name); ok {
		if hasScheme(file) {
			// found on the include path through a wrapper
			if once && x.included.seen[file] {
				ret.SetBool(true)
				return nil, true
			}
			src, file, done, reason = x.included.open(x, file, word)
			ok = reason == ""
		} else {
			if once && x.included.seen[file] {
				ret.SetBool(true)
				return nil, true
			}
			var err error
			if src, err = x.ReadFile(file); err != nil {
				ok = false
			}
		}
	}
	if x.HasExc() {
		return nil, false
	}
	if !ok {
		x.Warning("%s(%s): %s", word, name, reason)
		if x.HasExc() {
			return nil, false
		}
		if kind == IncRequire || kind == IncRequireOnce {
			x.ThrowError(nil, "Failed opening required '%s' (include_path='%s')", name, x.Ini.IncludePath)
			return nil, false
		}
		x.Warning("%s(): Failed opening '%s' for inclusion (include_path='%s')", word, name, x.Ini.IncludePath)
		ret.SetBool(false)
		return nil, !x.HasExc()
	}
	x.included.add(file)
	u = x.CompileFile(file, src)
	if done != nil {
		done()
	}
	if u == nil && !x.HasExc() {
		ret.SetBool(false)
		return nil, true
	}
	return u, false
}

// EvalUnit compiles the code of an eval (borrowed). nil means that an
// exception is in flight.
func (x *Exec) EvalUnit(v *zval.Value) *code.Unit {
	s := x.ToStr(v)
	defer x.Space.ReleaseStr(s)
	if x.HasExc() {
		return nil
	}
	file, line := x.where()
	return x.CompileString([]byte(s.String()), file+"("+itoa(line)+") : eval()'d code")
}
