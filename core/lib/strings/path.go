package strings

import (
	"strings"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// Basename is a path's last component, without the suffix unless it is all of it.
func Basename(path, suffix string) string {
	path = strings.TrimRight(path, "/")
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		path = path[i+1:]
	}
	if suffix != "" && len(suffix) < len(path) {
		path = strings.TrimSuffix(path, suffix)
	}
	return path
}

// Dirname is the directory of a path: "." for a bare name, "/" at the root.
func Dirname(path string) string {
	if path == "" {
		return ""
	}
	p := strings.TrimRight(path, "/")
	if p == "" {
		return "/"
	}
	i := strings.LastIndexByte(p, '/')
	if i < 0 {
		return "."
	}
	p = strings.TrimRight(p[:i], "/")
	if p == "" {
		return "/"
	}
	return p
}

func fnBasename(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	setStr(x, ret, Basename(a.View(0), a.View(1)))
}

func fnDirname(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	p, n := a.View(0), a.Int(1)
	if n < 1 {
		a.ValueError(1, "must be greater than or equal to 1")
		return
	}
	for ; n > 0; n-- {
		d := Dirname(p)
		if d == p {
			break
		}
		p = d
	}
	setStr(x, ret, p)
}

func fnPathinfo(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	const (
		dirname = 1 << iota
		basename
		extension
		filename
		all
	)
	path, flags := a.View(0), int64(all-1)
	if a.Has(1) {
		flags = a.Int(1)
	}
	if flags < 1 || flags > all-1 {
		a.ValueError(1, "must be one of the PATHINFO_* constants")
		return
	}
	one := flags != all-1
	t := x.Space.NewTable(8)
	set := func(name, s string) {
		v := zval.StrValue(x.Space.NewString(s))
		x.Space.SetGo(t, name, &v)
	}
	if flags&dirname != 0 {
		if d := Dirname(path); d != "" {
			set("dirname", d)
		}
	}
	base := Basename(path, "")
	if flags&basename != 0 {
		set("basename", base)
	}
	dot := strings.LastIndexByte(base, '.')
	if flags&extension != 0 && dot >= 0 {
		set("extension", base[dot+1:])
	}
	if flags&filename != 0 {
		if dot < 0 {
			dot = len(base)
		}
		set("filename", base[:dot])
	}
	if !one {
		ret.SetArr(t)
		return
	}
	if v := t.FirstValue(); v != nil {
		ret.CopyFrom(v)
	} else {
		ret.SetStr(x.Space.EmptyString())
	}
	x.Space.ReleaseArr(t)
}
