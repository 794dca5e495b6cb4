package hash

import (
	"hash"
	"io"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// context is the payload of a HashContext; h is nil once it is final.
type context struct {
	al  *algo
	h   hash.Hash
	mac *mac // with HASH_HMAC; its inner hash is h
}

func (c *context) clone() *context {
	n := *c
	if cl, ok := c.h.(hash.Cloner); ok {
		if h, err := cl.Clone(); err == nil {
			n.h = h
		}
	}
	if c.mac != nil {
		m := *c.mac
		m.inner = n.h
		n.mac = &m
	}
	return &n
}

func classSpec() rt.ClassSpec {
	return rt.ClassSpec{
		Decl: "final class HashContext",
		Methods: []rt.FuncDecl{
			{Sig: "private function __construct()", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) {}},
			{Sig: "public function __serialize(): array", Fn: ctxSerialize},
			{Sig: "public function __unserialize(array $data): void", Fn: ctxUnserialize},
			{Sig: "public function __debugInfo(): array", Fn: ctxDebug},
		},
		Handlers: &rt.Handlers{Clone: func(x *rt.Exec, fresh, old *zval.Object) {
			c, _ := x.Payload(old).(*context)
			if c == nil || c.h == nil {
				x.ThrowValueError("Cannot clone a finalized HashContext")
				return
			}
			x.SetPayload(fresh, c.clone())
		}},
	}
}

// live returns the context of argument 0 while it can be used, or throws.
func live(x *rt.Exec, a *rt.Args) *context {
	c, _ := x.Payload(a.Obj(0)).(*context)
	if c == nil || c.h == nil {
		a.TypeError(0, "must be a valid, non-finalized HashContext")
		return nil
	}
	return c
}

func fnInit(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	const hmac = 1
	al := find(x, a.View(0))
	if al == nil {
		a.ValueError(0, "must be a valid hashing algorithm")
		return
	}
	c := &context{al: al}
	if a.Int(1)&hmac != 0 {
		if !al.crypto {
			a.ValueError(0, "must be a cryptographic hashing algorithm if HMAC is requested")
			return
		}
		if a.Str(2).Len == 0 {
			a.ValueError(2, "must not be empty when HMAC is requested")
			return
		}
		c.mac = newMAC(al, a.Bytes(2))
		c.h = c.mac.inner
	} else {
		c.h = al.make(seedOption(a, 3))
	}
	o := x.NewObject(x.LookupClass("HashContext", false))
	if o == nil {
		return
	}
	x.SetPayload(o, c)
	ret.SetObj(o)
}

func fnUpdate(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if c := live(x, a); c != nil {
		c.h.Write(a.Bytes(1))
		ret.SetBool(true)
	}
}

func fnUpdateFile(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	c := live(x, a)
	if c == nil {
		return
	}
	b, ok := readFile(x, a, 1)
	if ok {
		c.h.Write(b)
	}
	ret.SetBool(ok)
}

func fnUpdateStream(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	c := live(x, a)
	if c == nil {
		return
	}
	v := a.Val(1)
	if v.Type() != zval.ResourceT {
		a.TypeError(1, "must be of type resource, %s given", x.ValueName(v))
		return
	}
	_, data := x.Resource(v.Res())
	r, ok := data.(io.Reader)
	if !ok {
		x.ThrowTypeError("%s(): supplied resource is not a valid stream resource", a.Name())
		return
	}
	left := a.Int(2)
	var n int64
	if left >= 0 {
		n, _ = io.CopyN(c.h, r, left)
	} else {
		n, _ = io.Copy(c.h, r)
	}
	ret.SetLong(n)
}

func fnFinal(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	c := live(x, a)
	if c == nil {
		return
	}
	sum := []byte(nil)
	if c.mac != nil {
		sum = c.mac.sum()
	} else {
		sum = c.h.Sum(nil)
	}
	c.h = nil
	setDigest(x, ret, sum, a.Bool(1))
}

func fnCopy(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	c := live(x, a)
	if c == nil {
		return
	}
	o := x.NewObject(x.ClassOf(a.Obj(0)))
	if o == nil {
		return
	}
	x.SetPayload(o, c.clone())
	ret.SetObj(o)
}

func ctxSerialize(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	c, _ := x.Payload(a.This()).(*context)
	switch {
	case c == nil || c.h == nil:
		x.ThrowError(x.Cls.Exception, "HashContext is already finalized")
	case c.mac != nil:
		x.ThrowError(x.Cls.Exception, "HashContext with HASH_HMAC option cannot be serialized")
	default:
		x.ThrowError(x.Cls.Exception, "HashContext for algorithm \"%s\" cannot be serialized", c.al.name)
	}
}

func ctxUnserialize(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	x.ThrowError(x.Cls.Exception, "Incomplete or ill-formed serialization data")
}

func ctxDebug(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	t := x.Space.NewTable(1)
	if c, _ := x.Payload(a.This()).(*context); c != nil {
		v := zval.StrValue(x.Space.NewString(c.al.name))
		x.Space.SetGo(t, "algo", &v)
	}
	ret.SetArr(t)
}
