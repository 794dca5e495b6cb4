package files

import (
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// Directory handles: opendir and its kin.

// directory is an open directory: its entries as they were when it was opened,
// or the object of a wrapper of the program.
type directory struct {
	names []string
	next  int
	user  *userStream
}

type lastDirKey struct{}

// lastDir remembers the handle that the functions use when given none.
type lastDir struct{ handle int64 }

func fnOpendir(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ret.SetBool(false)
	path := a.Str(0).String()
	d := &directory{}
	if c := userClass(x, path); c != nil {
		u := newUser(x, c, "")
		if u == nil {
			return
		}
		if !u.ask("dir_opendir", u.str(path), zval.LongValue(0)) {
			if !x.HasExc() {
				x.Warning("%s(%s): Failed to open directory: \"%s::dir_opendir\" call failed", a.Name(), path, c.Name)
			}
			u.free()
			return
		}
		d.user = u
		w := wrappersOf(x)
		w.open = append(w.open, u)
		u.dir = true
	} else {
		entries, err := x.Host.FS().ReadDir(x.AbsPath(path))
		if err != nil {
			x.Warning("%s(%s): Failed to open directory: %s", a.Name(), path, reason(err))
			return
		}
		d.names = append(d.names, ".", "..")
		for _, e := range entries {
			d.names = append(d.names, e.Name())
		}
	}
	s := &stream{path: path, mode: "r", kind: "dir", dir: d}
	if d.user != nil {
		s.c, s.user = d.user, d.user
	}
	r := newStream(x, s)
	rt.State(x, lastDirKey{}, func() *lastDir { return &lastDir{} }).handle = r.Handle
	ret.SetRes(r)
}

// dirArg takes argument 0 as a directory handle, the last one opened when it is null.
func dirArg(x *rt.Exec, a *rt.Args) (*directory, *zval.Resource) {
	var res *zval.Resource
	if a.IsNull(0) {
		last := rt.State(x, lastDirKey{}, func() *lastDir { return &lastDir{} }).handle
		x.Resources(func(r *zval.Resource, kind string) {
			if r.Handle == last && last != 0 {
				res = r
			}
		})
		if res == nil {
			x.ThrowTypeError("No resource supplied")
			return nil, nil
		}
	} else {
		if arg(x, a, 0) == nil {
			return nil, nil
		}
		res = a.Val(0).Res()
	}
	_, data := x.Resource(res)
	s, _ := data.(*stream)
	if s == nil || s.dir == nil {
		a.TypeError(0, "must be a valid Directory resource")
		return nil, nil
	}
	return s.dir, res
}

func fnReaddir(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	d, _ := dirArg(x, a)
	if d == nil {
		return
	}
	ret.SetBool(false)
	if d.user != nil {
		var r zval.Value
		if d.user.call("dir_readdir", &r) {
			if v := r.Deref(); v.Type() == zval.StringT {
				ret.CopyFrom(v)
			}
			x.Space.Release(&r)
		} else if !x.HasExc() {
			d.user.warn("%s::dir_readdir is not implemented!", d.user.name())
		}
		return
	}
	if d.next < len(d.names) {
		ret.SetStr(x.Space.NewString(d.names[d.next]))
		d.next++
	}
}

func fnRewinddir(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if d, _ := dirArg(x, a); d != nil {
		d.next = 0
		if d.user != nil {
			var r zval.Value
			d.user.call("dir_rewinddir", &r)
			x.Space.Release(&r)
		}
	}
}

func fnClosedir(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if d, r := dirArg(x, a); d != nil {
		x.CloseResource(r)
	}
}
