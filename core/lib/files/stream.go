package files

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"io/fs"
	"net/url"
	"os"
	"strings"
	"syscall"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// stream is an open file. Reads go through a buffer so that lines can be
// found; writing or seeking drops what was read ahead.
type stream struct {
	path     string
	mode     string
	kind     string // "STDIO", "PHP", "MEMORY", "TEMP", "RFC2397"
	r        io.Reader
	w        io.Writer
	s        io.Seeker
	c        io.Closer
	file     rt.File // plain files
	mem      *memory
	user     *userStream // a stream of the program's own
	dir      *directory  // a directory handle, no stream
	buf      []byte
	eof      bool
	appendTo bool
	remove   string // a temporary file to be removed at the end
}

// memory is a php://memory stream.
type memory struct {
	b   []byte
	pos int64
}

func (m *memory) Read(p []byte) (int, error) {
	if m.pos >= int64(len(m.b)) {
		return 0, io.EOF
	}
	n := copy(p, m.b[m.pos:])
	m.pos += int64(n)
	return n, nil
}

func (m *memory) Write(p []byte) (int, error) {
	if end := m.pos + int64(len(p)); end > int64(len(m.b)) {
		m.b = append(m.b, make([]byte, end-int64(len(m.b)))...)
	}
	n := copy(m.b[m.pos:], p)
	m.pos += int64(n)
	return n, nil
}

func (m *memory) Seek(off int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		off += m.pos
	case io.SeekEnd:
		off += int64(len(m.b))
	}
	if off < 0 || off > int64(len(m.b)) {
		return 0, fs.ErrInvalid
	}
	m.pos = off
	return off, nil
}

// echo is php://output.
type echo struct{ x *rt.Exec }

func (e echo) Write(p []byte) (int, error) {
	e.x.Out.Write(p)
	return len(p), nil
}

// stdout lets what was echoed go first.
type stdout struct {
	x *rt.Exec
	w io.Writer
}

func (o stdout) Write(p []byte) (int, error) {
	o.x.Out.Flush()
	return o.w.Write(p)
}

// reason words an error as the C library does.
func reason(err error) string {
	var errno syscall.Errno
	switch {
	case errors.As(err, &errno):
		s := errno.Error()
		if s != "" {
			return strings.ToUpper(s[:1]) + s[1:]
		}
	case errors.Is(err, fs.ErrNotExist):
		return "No such file or directory"
	case errors.Is(err, fs.ErrExist):
		return "File exists"
	case errors.Is(err, fs.ErrPermission):
		return "Permission denied"
	case errors.Is(err, fs.ErrInvalid):
		return "Invalid argument"
	}
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	s := err.Error()
	if s != "" {
		s = strings.ToUpper(s[:1]) + s[1:]
	}
	return s
}

// modeFlags translates fopen's mode; ok is false when it is none.
func modeFlags(mode string) (flag int, ok bool) {
	plus := strings.Contains(mode, "+")
	rw := func(only int) int {
		if plus {
			return os.O_RDWR
		}
		return only
	}
	if mode == "" {
		return 0, false
	}
	switch mode[0] {
	case 'r':
		return rw(os.O_RDONLY), true
	case 'w':
		return rw(os.O_WRONLY) | os.O_CREATE | os.O_TRUNC, true
	case 'a':
		return rw(os.O_WRONLY) | os.O_CREATE | os.O_APPEND, true
	case 'x':
		return rw(os.O_WRONLY) | os.O_CREATE | os.O_EXCL, true
	case 'c':
		return rw(os.O_WRONLY) | os.O_CREATE, true
	}
	return 0, false
}

// open opens a path or URL; the error text continues "f(path): ".
func open(x *rt.Exec, path, mode string) (*stream, string) {
	flag, ok := modeFlags(mode)
	if !ok {
		return nil, "`" + mode + "' is not a valid mode for fopen"
	}
	if strings.IndexByte(path, 0) >= 0 {
		return nil, "path must not contain any null bytes"
	}
	if c := userClass(x, path); c != nil {
		return openUser(x, c, path, mode, 0, "")
	}
	if rest, ok := cutScheme(path, "php://"); ok {
		return openPHP(x, path, strings.ToLower(rest), mode)
	}
	if rest, ok := cutScheme(path, "data:"); ok {
		return openData(path, rest, mode)
	}
	if rest, ok := cutScheme(path, "file://"); ok {
		path = rest
	} else if i := strings.Index(path, "://"); i > 0 && scheme(path[:i]) {
		x.FuncWarning("Unable to find the wrapper \"%s\" - did you forget to enable it when you configured PHP?", path[:i])
	}
	f, err := x.Host.FS().OpenFile(x.AbsPath(path), flag, 0o666)
	if err != nil {
		return nil, "Failed to open stream: " + reason(err)
	}
	s := &stream{path: path, mode: mode, kind: "STDIO", file: f, s: f, c: f, appendTo: mode[0] == 'a'}
	if flag&(os.O_WRONLY) == 0 {
		s.r = f
	}
	if flag&(os.O_WRONLY|os.O_RDWR) != 0 {
		s.w = f
	}
	return s, ""
}

func scheme(s string) bool {
	for i := range len(s) {
		c := s[i] | 0x20
		if (c < 'a' || c > 'z') && (s[i] < '0' || s[i] > '9') && s[i] != '+' && s[i] != '-' && s[i] != '.' {
			return false
		}
	}
	return true
}

func cutScheme(path, prefix string) (string, bool) {
	if len(path) >= len(prefix) && strings.EqualFold(path[:len(prefix)], prefix) {
		return path[len(prefix):], true
	}
	return "", false
}

func openPHP(x *rt.Exec, path, name, mode string) (*stream, string) {
	s := &stream{path: path, mode: mode, kind: "PHP"}
	switch {
	case name == "stdin":
		s.r = x.Host.Stdin()
	case name == "stdout":
		s.w = stdout{x, x.Host.Stdout()}
	case name == "stderr":
		s.w = stdout{x, x.Host.Stderr()}
	case name == "output":
		s.w = echo{x}
	case name == "memory" || name == "temp" || strings.HasPrefix(name, "temp/"):
		s.kind = "MEMORY"
		if name != "memory" {
			s.kind = "TEMP"
		}
		s.mem = &memory{}
		s.r, s.s = s.mem, s.mem
		if mode[0] != 'r' || strings.Contains(mode, "+") || name != "memory" {
			s.w = s.mem
		}
		s.r = s.mem
	case name == "input":
		s.r = strings.NewReader("")
	default:
		x.FuncWarning("Invalid php:// URL specified")
		return nil, "Failed to open stream: operation failed"
	}
	return s, ""
}

func openData(path, rest, mode string) (*stream, string) {
	rest = strings.TrimPrefix(rest, "//")
	meta, body, ok := strings.Cut(rest, ",")
	if !ok {
		return nil, "Failed to open stream: rfc2397: no comma in URL"
	}
	text, err := url.PathUnescape(body)
	if err != nil {
		text = body
	}
	if strings.HasSuffix(meta, ";base64") {
		raw, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(text, " ", "+"))
		if err != nil {
			return nil, "Failed to open stream: rfc2397: unable to decode"
		}
		text = string(raw)
	}
	m := &memory{b: []byte(text)}
	return &stream{path: path, mode: mode, kind: "RFC2397", r: m, s: m, mem: m}, ""
}

// fill reads more into the buffer; false at the end.
func (s *stream) fill() bool {
	if s.eof || s.r == nil {
		return false
	}
	chunk := make([]byte, 8192)
	n, err := s.r.Read(chunk)
	s.buf = append(s.buf, chunk[:n]...)
	if err != nil || n == 0 {
		s.eof = true
	}
	return n > 0
}

// read returns up to n bytes.
func (s *stream) read(n int) []byte {
	for len(s.buf) < n && s.fill() {
		if s.kind != "STDIO" && s.mem == nil {
			break // do not wait for more from a pipe or a terminal
		}
	}
	n = min(n, len(s.buf))
	out := s.buf[:n:n]
	s.buf = s.buf[n:]
	return out
}

// line returns the bytes up to and with the next newline, at most limit (0: any).
func (s *stream) line(limit int) []byte {
	from := 0
	for {
		if i := bytes.IndexByte(s.buf[from:], '\n'); i >= 0 {
			n := from + i + 1
			if limit > 0 {
				n = min(n, limit)
			}
			return s.take(n)
		}
		from = len(s.buf)
		if limit > 0 && from >= limit {
			return s.take(limit)
		}
		if !s.fill() {
			return s.take(len(s.buf))
		}
	}
}

func (s *stream) take(n int) []byte {
	out := s.buf[:n:n]
	s.buf = s.buf[n:]
	return out
}

func (s *stream) all() []byte {
	for s.fill() {
	}
	return s.take(len(s.buf))
}

func (s *stream) write(p []byte) (int, error) {
	if err := s.sync(); err != nil {
		return 0, err
	}
	return s.w.Write(p)
}

// sync puts the file's own position where the program believes it to be.
func (s *stream) sync() error {
	if len(s.buf) == 0 || s.s == nil {
		return nil
	}
	_, err := s.s.Seek(-int64(len(s.buf)), io.SeekCurrent)
	s.buf = nil
	return err
}

func (s *stream) tell() (int64, bool) {
	if s.s == nil {
		return 0, false
	}
	n, err := s.s.Seek(0, io.SeekCurrent)
	return n - int64(len(s.buf)), err == nil
}

func (s *stream) seek(off int64, whence int) bool {
	if s.s == nil || s.sync() != nil {
		return false
	}
	if _, err := s.s.Seek(off, whence); err != nil {
		return false
	}
	s.eof = false
	return true
}

func (s *stream) close(x *rt.Exec) {
	if s.c != nil {
		s.c.Close()
	}
	if s.remove != "" {
		x.Host.FS().Remove(s.remove)
	}
}

func newStream(x *rt.Exec, s *stream) *zval.Resource {
	return x.NewResource("stream", s, func(x *rt.Exec, data any) { data.(*stream).close(x) })
}

// arg takes argument i as an open stream; nil after throwing.
func arg(x *rt.Exec, a *rt.Args, i int) *stream {
	v := a.Val(i)
	if v.Type() != zval.ResourceT {
		a.TypeError(i, "must be of type resource, %s given", x.TypeName(v))
		return nil
	}
	if kind, data := x.Resource(v.Res()); kind == "stream" {
		return data.(*stream)
	}
	x.ThrowTypeError("%s(): supplied resource is not a valid stream resource", a.Name())
	return nil
}
