package files

import (
	"io"
	"io/fs"
	"strconv"
	"strings"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

func fnOpen(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ret.SetBool(false)
	if s := openArg(x, a, a.View(1), a.Bool(2)); s != nil {
		s.mode = strings.Clone(s.mode)
		s.path = strings.Clone(s.path)
		ret.SetRes(newStream(x, s))
	}
}

func fnClose(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if s := arg(x, a, 0); s != nil {
		x.CloseResource(a.Val(0).Res())
		ret.SetBool(true)
	}
}

func fnEOF(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if s := arg(x, a, 0); s != nil {
		if len(s.buf) == 0 && !s.eof && s.user != nil {
			s.eof = s.user.eof()
		}
		ret.SetBool(len(s.buf) == 0 && s.eof)
	}
}

// unreadable and unwritable warn as PHP does about the wrong mode.
func readable(a *rt.Args, s *stream) bool {
	if s.r == nil {
		a.Notice("Read of 8192 bytes failed with errno=9 Bad file descriptor")
		return false
	}
	return true
}

func fnRead(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := arg(x, a, 0)
	if s == nil {
		return
	}
	n := a.Int(1)
	if n < 1 {
		a.ValueError(1, "must be greater than 0")
		return
	}
	ret.SetBool(false)
	if !readable(a, s) {
		return
	}
	x.Out.Flush()
	ret.SetStr(x.Space.NewBytes(s.read(int(min(n, 1<<40)))))
}

func fnGets(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := arg(x, a, 0)
	if s == nil {
		return
	}
	limit := 0
	if a.Has(1) && !a.IsNull(1) {
		n := a.Int(1)
		if n < 1 {
			a.ValueError(1, "must be greater than 0")
			return
		}
		if limit = int(n) - 1; limit == 0 {
			ret.SetBool(false)
			return
		}
	}
	ret.SetBool(false)
	if !readable(a, s) {
		return
	}
	x.Out.Flush()
	if line := s.line(limit); len(line) > 0 {
		ret.SetStr(x.Space.NewBytes(line))
	}
}

func fnGetc(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := arg(x, a, 0)
	if s == nil {
		return
	}
	ret.SetBool(false)
	if !readable(a, s) {
		return
	}
	if b := s.read(1); len(b) == 1 {
		ret.SetStr(x.Space.Char(b[0]))
	}
}

func fnWrite(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := arg(x, a, 0)
	if s == nil {
		return
	}
	data := a.Bytes(1)
	if a.Has(2) && !a.IsNull(2) {
		data = data[:max(0, min(int64(len(data)), a.Int(2)))]
	}
	if s.w == nil {
		a.Notice("Write of %d bytes failed with errno=9 Bad file descriptor", len(data))
		ret.SetBool(false)
		return
	}
	n, err := s.write(data)
	if err != nil && n == 0 && len(data) > 0 {
		a.Notice("Write of %d bytes failed with %s", len(data), reason(err))
		ret.SetBool(false)
		return
	}
	ret.SetLong(int64(n))
}

func fnFlush(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if s := arg(x, a, 0); s != nil {
		ret.SetBool(true)
	}
}

func fnTell(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := arg(x, a, 0)
	if s == nil {
		return
	}
	if n, ok := s.tell(); ok {
		ret.SetLong(n)
	} else {
		ret.SetBool(false)
	}
}

func fnSeek(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := arg(x, a, 0)
	if s == nil {
		return
	}
	ret.SetLong(-1)
	if w := a.Int(2); w >= io.SeekStart && w <= io.SeekEnd && s.seek(a.Int(1), int(w)) {
		ret.SetLong(0)
	}
}

func fnRewind(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if s := arg(x, a, 0); s != nil {
		ret.SetBool(s.seek(0, io.SeekStart))
	}
}

func fnTruncate(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := arg(x, a, 0)
	if s == nil {
		return
	}
	n := a.Int(1)
	if n < 0 {
		a.ValueError(1, "must be greater than or equal to 0")
		return
	}
	ret.SetBool(false)
	switch {
	case s.w == nil:
	case s.mem != nil:
		if n > int64(len(s.mem.b)) {
			s.mem.b = append(s.mem.b, make([]byte, n-int64(len(s.mem.b)))...)
		}
		s.mem.b = s.mem.b[:n]
		ret.SetBool(true)
	case s.file != nil:
		ret.SetBool(s.file.Truncate(n) == nil)
	default:
		a.Warn("Can't truncate this stream!")
	}
}

func fnPassthru(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if s := arg(x, a, 0); s != nil {
		ret.SetLong(pass(x, s))
	}
}

// fnLock grants every lock: programs do not share a host's files under ebb's control.
func fnLock(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if s := arg(x, a, 0); s != nil {
		if op := a.Int(1) &^ 4; op < 1 || op > 3 {
			a.ValueError(1, "must be one of LOCK_SH, LOCK_EX, or LOCK_UN")
			return
		}
		ret.SetBool(s.file != nil)
	}
}

func fnStreamContents(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := arg(x, a, 0)
	if s == nil {
		return
	}
	ret.SetBool(false)
	limit := int64(-1)
	if a.Has(1) && !a.IsNull(1) {
		limit = a.Int(1)
	}
	if off := a.Int(2); off >= 0 && !s.seek(off, io.SeekStart) {
		a.Warn("Failed to seek to position %d in the stream", off)
		return
	}
	contents(x, s, limit, ret)
}

func fnMeta(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := arg(x, a, 0)
	if s == nil {
		return
	}
	sp := x.Space
	t := sp.NewTable(0)
	ret.SetArr(t)
	put := func(k string, set func(v *zval.Value)) {
		var v zval.Value
		set(&v)
		sp.SetGo(t, k, &v)
	}
	text := func(s string) func(v *zval.Value) { return func(v *zval.Value) { sp.SetString(v, s) } }
	flag := func(b bool) func(v *zval.Value) { return func(v *zval.Value) { v.SetBool(b) } }
	put("timed_out", flag(false))
	put("blocked", flag(true))
	put("eof", flag(len(s.buf) == 0 && s.eof))
	if s.file != nil {
		put("wrapper_type", text("plainfile"))
	} else if s.user != nil {
		put("wrapper_data", func(v *zval.Value) { s.user.o.GC.RC++; v.SetObj(s.user.o) })
		put("wrapper_type", text("user-space"))
	} else if s.kind != "STDIO" {
		put("wrapper_type", text("PHP"))
	}
	put("stream_type", text(map[string]string{"PHP": "STDIO"}[s.kind]+map[bool]string{true: "", false: s.kind}[s.kind == "PHP"]))
	put("mode", text(s.mode))
	put("unread_bytes", func(v *zval.Value) { v.SetLong(int64(len(s.buf))) })
	put("seekable", flag(s.s != nil))
	put("uri", text(s.path))
}

func fnIsatty(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if s := arg(x, a, 0); s != nil {
		ret.SetBool(false)
	}
}

func fnTmpfile(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ret.SetBool(false)
	name, s := tempFile(x, x.Host.FS().TempDir(), "php")
	if s != nil {
		s.remove = name
		ret.SetRes(newStream(x, s))
	}
}

// tempFile creates a file with a name that was not there.
func tempFile(x *rt.Exec, dir, prefix string) (string, *stream) {
	for range 100 {
		n, ok := x.SecureRange(0, 1<<30)
		if !ok {
			n = x.Host.Now().UnixNano() & (1<<30 - 1)
		}
		name := strings.TrimRight(dir, "/") + "/" + prefix + strconv.FormatInt(n+1<<30, 36)[1:]
		if s, _ := open(x, name, "x+"); s != nil {
			s.mode = "r+b"
			return name, s
		}
	}
	return "", nil
}

func fnFstat(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := arg(x, a, 0)
	if s == nil {
		return
	}
	ret.SetBool(false)
	if s.file != nil {
		if fi, err := s.file.Stat(); err == nil {
			statArray(x, fi, ret)
		}
	}
}

// statArray makes the array of stat(): thirteen numbers, by position and by name.
func statArray(x *rt.Exec, fi fs.FileInfo, ret *zval.Value) {
	t := x.Space.NewTable(26)
	ret.SetArr(t)
	m := fi.ModTime().Unix()
	names := [...]string{"dev", "ino", "mode", "nlink", "uid", "gid", "rdev", "size", "atime", "mtime", "ctime", "blksize", "blocks"}
	values := [...]int64{0, 0, mode(fi), 1, 0, 0, 0, fi.Size(), m, m, m, 4096, (fi.Size() + 511) / 512}
	for i := range values {
		var v zval.Value
		v.SetLong(values[i])
		x.Space.SetLong(t, int64(i), &v)
	}
	for i, n := range names {
		var v zval.Value
		v.SetLong(values[i])
		x.Space.SetGo(t, n, &v)
	}
}
