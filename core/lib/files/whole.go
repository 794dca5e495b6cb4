package files

import (
	"io"
	"strings"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// openArg opens the file named by argument 0, warning when it cannot; through
// the include path when asked to.
func openArg(x *rt.Exec, a *rt.Args, mode string, include bool) *stream {
	path := a.View(0)
	if strings.IndexByte(path, 0) >= 0 {
		a.ValueError(0, "must not contain any null bytes")
		return nil
	}
	if path == "" {
		x.ThrowValueError("Path must not be empty")
		return nil
	}
	target := path
	if include {
		if p, ok := x.ResolvePath(path); ok {
			target = p
		}
	}
	s, why := open(x, target, mode)
	if s == nil {
		x.Warning("%s(%s): %s", a.Name(), path, why)
		return nil
	}
	return s
}

func fnGetContents(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	length := int64(-1)
	if a.Has(4) && !a.IsNull(4) {
		if length = a.Int(4); length < 0 {
			a.ValueError(4, "must be greater than or equal to 0")
			return
		}
	}
	ret.SetBool(false)
	s := openArg(x, a, "r", a.Bool(1))
	if s == nil {
		return
	}
	defer s.close(x)
	if off := a.Int(3); off != 0 {
		whence := io.SeekStart
		if off < 0 {
			whence = io.SeekEnd
		}
		if !s.seek(off, whence) {
			a.Warn("Failed to seek to position %d in the stream", off)
			return
		}
	}
	contents(x, s, length, ret)
}

// contents reads the rest of a stream, at most limit bytes, straight onto PHP's
// heap, so that memory_limit bounds it.
func contents(x *rt.Exec, s *stream, limit int64, ret *zval.Value) {
	if limit == 0 {
		ret.SetStr(x.Space.EmptyString())
		return
	}
	hint := 8192
	if s.file != nil {
		if fi, err := s.file.Stat(); err == nil && fi.Mode().IsRegular() {
			hint = int(fi.Size()) + 1
		}
	}
	if limit > 0 {
		hint = min(hint, int(limit))
	}
	str := x.Space.AllocString(max(hint, 1))
	n := copy(str.Bytes(), s.buf)
	s.buf = s.buf[n:]
	for limit < 0 || int64(n) < limit {
		if n == int(str.Len) {
			grow := n * 2
			if limit > 0 {
				grow = min(grow, int(limit))
			}
			str = x.Space.Extend(str, grow)
		}
		k, err := 0, io.EOF
		if s.r != nil && !s.eof {
			k, err = s.r.Read(str.Bytes()[n:])
		}
		n += k
		if err != nil {
			s.eof = true
			break
		}
	}
	if n == 0 {
		x.Space.ReleaseStr(str)
		ret.SetStr(x.Space.EmptyString())
		return
	}
	ret.SetStr(x.Space.Truncate(str, n))
}

func fnPutContents(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ret.SetBool(false)
	mode := "w"
	if a.Int(2)&appendData != 0 {
		mode = "a"
	}
	v := a.Val(1)
	var src *stream
	if v.Type() == zval.ResourceT {
		if src = arg(x, a, 1); src == nil {
			return
		}
	}
	s := openArg(x, a, mode, a.Int(2)&useIncludePath != 0)
	if s == nil {
		return
	}
	defer s.close(x)
	total := int64(0)
	put := func(v *zval.Value) bool {
		str := x.ToStr(v)
		defer x.Space.ReleaseStr(str)
		if a.Failed() {
			return false
		}
		n, err := s.write(str.Bytes())
		total += int64(n)
		if err != nil {
			a.Warn("Only %d of %d bytes written, possibly out of free disk space", n, str.Len)
			return false
		}
		return true
	}
	ok := true
	switch v.Type() {
	case zval.ArrayT:
		for it := v.Arr().Iter(); it.Next() && ok; {
			ok = put(it.Value().Deref())
		}
	case zval.ResourceT:
		n, err := s.write(src.all())
		total, ok = int64(n), err == nil
	default:
		ok = put(v)
	}
	if ok {
		ret.SetLong(total)
	}
}

func fnFile(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	flags := a.Int(1)
	if flags < 0 || flags > 31 {
		a.ValueError(1, "must be a valid flag value")
		return
	}
	ret.SetBool(false)
	s := openArg(x, a, "r", flags&useIncludePath != 0)
	if s == nil {
		return
	}
	defer s.close(x)
	t := x.Space.NewTable(0)
	ret.SetArr(t)
	for {
		line := s.line(0)
		if len(line) == 0 {
			return
		}
		if flags&ignoreNewLines != 0 {
			if n := len(line); line[n-1] == '\n' {
				line = line[:n-1]
				if n > 1 && line[n-2] == '\r' {
					line = line[:n-2]
				}
			}
			if flags&skipEmpty != 0 && len(line) == 0 {
				continue
			}
		}
		var v zval.Value
		v.SetStr(x.Space.NewBytes(line))
		x.Space.Append(t, &v)
	}
}

func fnReadfile(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ret.SetBool(false)
	s := openArg(x, a, "r", a.Bool(1))
	if s == nil {
		return
	}
	defer s.close(x)
	ret.SetLong(pass(x, s))
}

// pass copies the rest of a stream to the output.
func pass(x *rt.Exec, s *stream) (n int64) {
	for {
		p := s.read(8192)
		if len(p) == 0 && s.eof {
			return n
		}
		x.Out.Write(p)
		n += int64(len(p))
	}
}
