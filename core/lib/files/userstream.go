package files

import (
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// Streams that a class of the program provides (stream_wrapper_register). Each
// open stream has an object of the class; what is asked of the stream is asked
// of its methods. All of this may run PHP.

// Options given to the methods, PHP's values.
const (
	reportErrors   = 8
	openForInclude = 128
	urlStatQuiet   = 2
	readBuffer     = 2 // stream_set_option: the size of the read buffer
)

var builtinWrappers = [...]string{"php", "file", "data"}

// wrappers are the protocols of the program, and those of PHP's that it took away.
type wrappers struct {
	user map[string]*rt.Class
	gone map[string]bool
	list []string // the user's, in the order of registration
	open []*userStream
	late []func() // the ends of includes that threw
}

type wrapperKey struct{}

func wrappersOf(x *rt.Exec) *wrappers {
	return rt.State(x, wrapperKey{}, func() *wrappers { return &wrappers{user: map[string]*rt.Class{}, gone: map[string]bool{}} })
}

// userClass is the class registered for a URL's protocol, nil for none.
func userClass(x *rt.Exec, url string) *rt.Class {
	i := strings.Index(url, "://")
	if i <= 0 {
		return nil
	}
	w := wrappersOf(x)
	if len(w.user) == 0 {
		return nil
	}
	return w.user[strings.ToLower(url[:i])]
}

// userStream is a stream's object.
type userStream struct {
	x     *rt.Exec
	o     *zval.Object
	word  string // what warnings begin with; "" for the running function's name
	wrote bool
	dir   bool // a directory handle
}

func (u *userStream) warn(format string, args ...any) {
	if u.word != "" {
		u.x.Warning(u.word+"(): "+format, args...)
		return
	}
	u.x.FuncWarning(format, args...)
}

func (u *userStream) name() string { return u.x.ClassOf(u.o).Name }

func (u *userStream) has(method string) bool {
	c := u.x.ClassOf(u.o)
	return c.Method(method) != nil || c.Call != nil
}

// call calls a method; the arguments are consumed. False when it is not there
// or threw; then ret is NULL.
func (u *userStream) call(method string, ret *zval.Value, args ...zval.Value) bool {
	ret.SetNull()
	ok := false
	if !u.x.HasExc() && u.has(method) {
		ok = u.x.CallMethod(u.o, method, args, ret)
	}
	for i := range args {
		u.x.Space.Release(&args[i])
	}
	if !ok {
		ret.SetNull()
	}
	return ok
}

// ask calls a method that must be there and tells whether its answer is true.
func (u *userStream) ask(method string, args ...zval.Value) bool {
	var r zval.Value
	if !u.call(method, &r, args...) {
		if !u.x.HasExc() {
			u.warn("%s::%s is not implemented!", u.name(), method)
		}
		return false
	}
	t := u.x.ToBool(r.Deref())
	u.x.Space.Release(&r)
	return t
}

func (u *userStream) str(s string) zval.Value { return zval.StrValue(u.x.Space.NewString(s)) }

// newUser makes the object for a stream or for a request about a URL; nil when
// that threw.
func newUser(x *rt.Exec, c *rt.Class, word string) *userStream {
	o := x.NewObject(c)
	if o == nil {
		return nil
	}
	u := &userStream{x: x, o: o, word: word}
	name := x.Space.NewString("context")
	null := zval.NullValue()
	x.WriteProp(o, name, &null, nil)
	x.Space.ReleaseStr(name)
	if x.HasExc() || !x.Construct(o, nil) {
		u.free()
		return nil
	}
	return u
}

func (u *userStream) free() { u.x.ReleaseObj(u.o) }

var errUser = errors.New("operation failed")

// Read implements io.Reader by stream_read and stream_eof.
func (u *userStream) Read(p []byte) (int, error) {
	if u.x.HasExc() {
		return 0, io.EOF
	}
	var r zval.Value
	n := 0
	if u.call("stream_read", &r, zval.LongValue(int64(len(p)))) {
		if d := r.Deref(); d.Type() != zval.False {
			s := u.x.ToStr(d)
			if int(s.Len) > len(p) {
				u.warn("%s::stream_read - read %d bytes more data than requested (%d read, %d max) - excess data will be lost", u.name(), int(s.Len)-len(p), s.Len, len(p))
			}
			n = copy(p, s.View())
			u.x.Space.ReleaseStr(s)
		}
		u.x.Space.Release(&r)
	} else if !u.x.HasExc() {
		u.warn("%s::stream_read is not implemented!", u.name())
	}
	if u.x.HasExc() {
		return n, io.EOF
	}
	if u.eof() {
		return n, io.EOF
	}
	return n, nil
}

func (u *userStream) eof() bool {
	var r zval.Value
	if !u.call("stream_eof", &r) {
		if !u.x.HasExc() {
			u.warn("%s::stream_eof is not implemented! Assuming EOF", u.name())
		}
		return true
	}
	t := u.x.ToBool(r.Deref())
	u.x.Space.Release(&r)
	return t
}

// Write implements io.Writer by stream_write.
func (u *userStream) Write(p []byte) (int, error) {
	var r zval.Value
	u.wrote = true
	if !u.call("stream_write", &r, zval.StrValue(u.x.Space.NewBytes(p))) {
		if !u.x.HasExc() {
			u.warn("%s::stream_write is not implemented!", u.name())
		}
		return 0, errUser
	}
	n := int(u.x.ToLong(r.Deref()))
	u.x.Space.Release(&r)
	if n > len(p) {
		u.warn("%s::stream_write wrote %d bytes more data than requested (%d written, %d max)", u.name(), n-len(p), n, len(p))
		n = len(p)
	}
	return max(n, 0), nil
}

// Seek implements io.Seeker by stream_seek and stream_tell.
func (u *userStream) Seek(off int64, whence int) (int64, error) {
	if off != 0 || whence != io.SeekCurrent {
		var r zval.Value
		if !u.call("stream_seek", &r, zval.LongValue(off), zval.LongValue(int64(whence))) {
			return 0, errUser
		}
		ok := u.x.ToBool(r.Deref())
		u.x.Space.Release(&r)
		if !ok {
			return 0, errUser
		}
	}
	var r zval.Value
	if !u.call("stream_tell", &r) {
		if !u.x.HasExc() {
			u.warn("%s::stream_tell is not implemented!", u.name())
		}
		return 0, errUser
	}
	n := u.x.ToLong(r.Deref())
	u.x.Space.Release(&r)
	return n, nil
}

// Close ends the stream; its object goes.
func (u *userStream) Close() error {
	if u.o == nil {
		return nil
	}
	var r zval.Value
	if !u.x.HasExc() {
		if u.wrote && u.has("stream_flush") {
			u.call("stream_flush", &r)
			u.x.Space.Release(&r)
		}
		if u.dir {
			u.call("dir_closedir", &r)
		} else {
			u.call("stream_close", &r)
		}
		u.x.Space.Release(&r)
	}
	w := wrappersOf(u.x)
	if i := slices.Index(w.open, u); i >= 0 {
		w.open = slices.Delete(w.open, i, i+1)
	}
	o := u.o
	u.o = nil
	u.x.ReleaseObj(o)
	return nil
}

// endUserStreams closes what is open at the end of a request, while the
// classes are still there.
func endUserStreams(x *rt.Exec) {
	w := wrappersOf(x)
	late := w.late
	w.late = nil
	for _, f := range late {
		f()
	}
	for len(w.open) > 0 {
		w.open[len(w.open)-1].Close()
	}
}

// userInfo is what url_stat and stream_stat told.
type userInfo struct {
	name              string
	size, mode, mtime int64
}

func (i *userInfo) Name() string       { return i.name }
func (i *userInfo) Size() int64        { return i.size }
func (i *userInfo) ModTime() time.Time { return time.Unix(i.mtime, 0) }
func (i *userInfo) IsDir() bool        { return i.mode&0o170000 == 0o40000 }
func (i *userInfo) Sys() any           { return nil }

func (i *userInfo) Mode() fs.FileMode {
	m := fs.FileMode(i.mode & 0o777)
	switch i.mode & 0o170000 {
	case 0o40000:
		m |= fs.ModeDir
	case 0o120000:
		m |= fs.ModeSymlink
	}
	return m
}

// infoOf reads the array of a stat; nil when it is none.
func (u *userStream) infoOf(r *zval.Value) info {
	d := r.Deref()
	if d.Type() != zval.ArrayT {
		return nil
	}
	get := func(k string) int64 {
		v := d.Arr().FindGo(k)
		if v == nil {
			return 0
		}
		return u.x.ToLong(v.Deref())
	}
	return &userInfo{size: get("size"), mode: get("mode"), mtime: get("mtime")}
}

// userStat is stat of a URL by url_stat.
func userStat(x *rt.Exec, c *rt.Class, url string, flags int64) (info, error) {
	u := newUser(x, c, "")
	if u == nil {
		return nil, fs.ErrNotExist
	}
	defer u.free()
	var r zval.Value
	if !u.call("url_stat", &r, u.str(url), zval.LongValue(flags)) {
		if !x.HasExc() {
			u.warn("%s::url_stat is not implemented!", u.name())
		}
		return nil, fs.ErrNotExist
	}
	i := u.infoOf(&r)
	x.Space.Release(&r)
	if i == nil {
		return nil, fs.ErrNotExist
	}
	return i, nil
}

// openUser opens a URL by stream_open; the text tells why it could not.
func openUser(x *rt.Exec, c *rt.Class, url, mode string, options int64, word string) (*stream, string) {
	u := newUser(x, c, word)
	if u == nil {
		return nil, "Failed to open stream: operation failed"
	}
	var opened, r zval.Value
	opened.SetNull()
	x.Space.MakeRef(&opened)
	if !u.call("stream_open", &r, u.str(url), u.str(mode), zval.LongValue(options), opened) && !x.HasExc() && !u.has("stream_open") {
		u.free()
		return nil, "Failed to open stream: \"" + c.Name + "::stream_open\" is not implemented!"
	}
	ok := !x.HasExc() && x.ToBool(r.Deref())
	x.Space.Release(&r)
	if !ok {
		u.free()
		return nil, "Failed to open stream: \"" + c.Name + "::stream_open\" call failed"
	}
	w := wrappersOf(x)
	w.open = append(w.open, u)
	return &stream{path: url, mode: mode, kind: "user-space", r: u, w: u, s: u, c: u, user: u}, ""
}

func fnWrapperRegister(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ret.SetBool(false)
	name := a.Str(0).String()
	c := x.LookupClass(a.View(1), true)
	if c == nil {
		if !x.HasExc() {
			a.TypeError(1, "must be a valid class name, %s given", a.View(1))
		}
		return
	}
	w := wrappersOf(x)
	lc := strings.ToLower(name)
	if w.user[lc] != nil || builtin(lc) && !w.gone[lc] {
		a.Warn("Protocol %s:// is already defined.", name)
		return
	}
	if name == "" || !scheme(name) {
		a.Warn("Invalid protocol scheme specified. Unable to register wrapper class %s to %s://", c.Name, name)
		return
	}
	w.user[lc] = c
	w.list = append(w.list, name)
	ret.SetBool(true)
}

func builtin(lc string) bool {
	for _, b := range builtinWrappers {
		if b == lc {
			return true
		}
	}
	return false
}

func fnWrapperUnregister(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	name := a.View(0)
	lc := strings.ToLower(name)
	w := wrappersOf(x)
	ret.SetBool(true)
	switch {
	case w.user[lc] != nil:
		delete(w.user, lc)
		for i, n := range w.list {
			if strings.EqualFold(n, name) {
				w.list = append(w.list[:i], w.list[i+1:]...)
				break
			}
		}
	case builtin(lc) && !w.gone[lc]:
		w.gone[strings.Clone(lc)] = true
	default:
		a.Warn("Unable to unregister %s://", name)
		ret.SetBool(false)
	}
}

func fnWrapperRestore(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	name := a.View(0)
	lc := strings.ToLower(name)
	w := wrappersOf(x)
	if !builtin(lc) {
		a.Warn("%s:// never existed, nothing to restore", name)
		ret.SetBool(false)
		return
	}
	ret.SetBool(true)
	if w.user[lc] == nil && !w.gone[lc] {
		a.Notice("%s:// was never changed, nothing to restore", name)
		return
	}
	delete(w.user, lc)
	delete(w.gone, lc)
	for i, n := range w.list {
		if strings.EqualFold(n, name) {
			w.list = append(w.list[:i], w.list[i+1:]...)
			break
		}
	}
}

func fnGetWrappers(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	t := x.Space.NewTable(8)
	ret.SetArr(t)
	w := wrappersOf(x)
	add := func(n string) {
		v := zval.StrValue(x.Space.NewString(n))
		x.Space.Append(t, &v)
	}
	for _, n := range builtinWrappers {
		if !w.gone[n] {
			add(n)
		}
	}
	for _, n := range w.list {
		add(n)
	}
}

// userOp lets a wrapper's method do what a function does to a URL; false when
// no wrapper of the program is meant.
func userOp(x *rt.Exec, a *rt.Args, ret *zval.Value, method string, rest ...zval.Value) bool {
	c := userClass(x, a.View(0))
	if c == nil {
		return false
	}
	ret.SetBool(false)
	u := newUser(x, c, "")
	if u == nil {
		return true
	}
	ok := u.ask(method, append([]zval.Value{u.str(a.View(0))}, rest...)...)
	u.free()
	ret.SetBool(ok && !x.HasExc())
	return true
}

// existsQuietly tells whether a URL on the include path is a file.
func existsQuietly(x *rt.Exec, url string) bool {
	c := userClass(x, url)
	if c == nil {
		if rest, ok := cutScheme(url, "file://"); ok {
			fi, err := stat(x, rest)
			return err == nil && !fi.IsDir()
		}
		return false
	}
	_, err := userStat(x, c, url, urlStatQuiet)
	return err == nil
}

// openInclude reads what an include of a URL means. The stream is closed by
// done, after compiling; why is set when it could not be opened.
func openInclude(x *rt.Exec, url, word string) (src []byte, opened string, done func(), why string) {
	var s *stream
	if c := userClass(x, url); c != nil {
		s, why = openUser(x, c, url, "rb", openForInclude, word)
	} else {
		if _, data := cutScheme(url, "data:"); data && !x.Ini.Bool("allow_url_include") {
			x.Warning("%s(): data:// wrapper is disabled in the server configuration by allow_url_include=0", word)
			return nil, "", nil, "Failed to open stream: no suitable wrapper could be found"
		}
		s, why = open(x, url, "rb")
	}
	if s == nil || x.HasExc() {
		return nil, "", nil, why
	}
	r := newStream(x, s)
	if u := s.user; u != nil {
		u.ask("stream_set_option", zval.LongValue(readBuffer), zval.LongValue(0), zval.LongValue(8192))
		var st zval.Value
		if !x.HasExc() {
			if !u.call("stream_stat", &st) && !x.HasExc() {
				u.warn("%s::stream_stat is not implemented!", u.name())
			}
			x.Space.Release(&st)
		}
	}
	if !x.HasExc() {
		src = s.all()
	}
	end := func() {
		x.CloseResource(r)
		v := zval.Value{}
		v.SetRes(r)
		x.Space.Release(&v)
	}
	if x.HasExc() {
		end()
		return nil, "", nil, ""
	}
	return src, url, func() {
		if x.HasExc() {
			w := wrappersOf(x) // no code can run now
			w.late = append(w.late, end)
			return
		}
		end()
	}, ""
}
