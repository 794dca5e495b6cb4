package hash

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/subtle"
	"errors"
	"hash"
	"hash/crc32"
	"io/fs"
	"strings"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

type tableKey struct{}

// find returns an algorithm by name in any case, or nil.
func find(x *rt.Exec, name string) *algo {
	t := rt.State(x, tableKey{}, func() *map[string]*algo {
		m := map[string]*algo{}
		list := algos()
		for i := range list {
			m[list[i].name] = &list[i]
		}
		return &m
	})
	return (*t)[strings.ToLower(name)]
}

const hexDigits = "0123456789abcdef"

// setDigest returns a digest, as it is or in hexadecimal.
func setDigest(x *rt.Exec, ret *zval.Value, sum []byte, binary bool) {
	if binary {
		ret.SetStr(x.Space.NewBytes(sum))
		return
	}
	s := x.Space.AllocString(2 * len(sum))
	b := s.Bytes()
	for i, c := range sum {
		b[2*i], b[2*i+1] = hexDigits[c>>4], hexDigits[c&15]
	}
	ret.SetStr(s)
}

func fnMD5(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	sum := md5.Sum(a.Bytes(0))
	setDigest(x, ret, sum[:], a.Bool(1))
}

func fnSHA1(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	sum := sha1.Sum(a.Bytes(0))
	setDigest(x, ret, sum[:], a.Bool(1))
}

func fnCRC32(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ret.SetLong(int64(crc32.ChecksumIEEE(a.Bytes(0))))
}

// readFile reads a whole file; false after a warning.
func readFile(x *rt.Exec, a *rt.Args, i int) ([]byte, bool) {
	name := a.View(i)
	if strings.IndexByte(name, 0) >= 0 {
		a.ValueError(i, "must not contain any null bytes")
		return nil, false
	}
	if name == "" {
		x.ThrowValueError("Path must not be empty")
		return nil, false
	}
	b, err := x.ReadFile(x.AbsPath(name))
	if err == nil {
		return b, true
	}
	why := "No such file or directory"
	switch {
	case errors.Is(err, fs.ErrPermission):
		why = "Permission denied"
	case !errors.Is(err, fs.ErrNotExist):
		var pe *fs.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		why = err.Error()
		why = strings.ToUpper(why[:1]) + why[1:]
	}
	x.Warning("%s(%s): Failed to open stream: %s", a.Name(), name, why)
	return nil, false
}

func fileDigest(make func() hash.Hash) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		b, ok := readFile(x, a, 0)
		if !ok {
			ret.SetBool(false)
			return
		}
		h := make()
		h.Write(b)
		setDigest(x, ret, h.Sum(nil), a.Bool(1))
	}
}

// seedOption reads options["seed"].
func seedOption(a *rt.Args, i int) uint64 {
	t := a.Arr(i)
	if t == nil {
		return 0
	}
	if v := t.FindGo("seed"); v != nil && v.Deref().Type() == zval.Long {
		return uint64(v.Deref().Long())
	}
	return 0
}

func fnHash(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	al := find(x, a.View(0))
	if al == nil {
		a.ValueError(0, "must be a valid hashing algorithm")
		return
	}
	h := al.make(seedOption(a, 3))
	h.Write(a.Bytes(1))
	setDigest(x, ret, h.Sum(nil), a.Bool(2))
}

func fnHashFile(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	al := find(x, a.View(0))
	if al == nil {
		a.ValueError(0, "must be a valid hashing algorithm")
		return
	}
	b, ok := readFile(x, a, 1)
	if !ok {
		ret.SetBool(false)
		return
	}
	h := al.make(seedOption(a, 3))
	h.Write(b)
	setDigest(x, ret, h.Sum(nil), a.Bool(2))
}

// mac is HMAC over any cryptographic algorithm.
type mac struct {
	al    *algo
	inner hash.Hash
	outer []byte // key padded for the outer hash
}

func newMAC(al *algo, key []byte) *mac {
	h := al.make(0)
	size := h.BlockSize()
	if len(key) > size {
		h.Write(key)
		key = h.Sum(nil)
		h.Reset()
	}
	in, out := make([]byte, size), make([]byte, size)
	copy(in, key)
	copy(out, key)
	for i := range in {
		in[i] ^= 0x36
		out[i] ^= 0x5c
	}
	h.Write(in)
	return &mac{al, h, out}
}

func (m *mac) sum() []byte {
	h := m.al.make(0)
	h.Write(m.outer)
	h.Write(m.inner.Sum(nil))
	return h.Sum(nil)
}

func hmacOf(al *algo, key []byte, parts ...[]byte) []byte {
	m := newMAC(al, key)
	for _, p := range parts {
		m.inner.Write(p)
	}
	return m.sum()
}

// cryptoAlgo returns the algorithm of argument 0 if it is a cryptographic one, or throws.
func cryptoAlgo(x *rt.Exec, a *rt.Args) *algo {
	al := find(x, a.View(0))
	if al == nil || !al.crypto {
		a.ValueError(0, "must be a valid cryptographic hashing algorithm")
		return nil
	}
	return al
}

func fnHMAC(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if al := cryptoAlgo(x, a); al != nil {
		setDigest(x, ret, hmacOf(al, a.Bytes(2), a.Bytes(1)), a.Bool(3))
	}
}

func fnHMACFile(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	al := cryptoAlgo(x, a)
	if al == nil {
		return
	}
	b, ok := readFile(x, a, 1)
	if !ok {
		ret.SetBool(false)
		return
	}
	setDigest(x, ret, hmacOf(al, a.Bytes(2), b), a.Bool(3))
}

func fnHashEquals(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	for i := range 2 {
		if v := a.Val(i); v.Type() != zval.StringT {
			a.TypeError(i, "must be of type string, %s given", x.ValueName(v))
			return
		}
	}
	ret.SetBool(subtle.ConstantTimeCompare(a.Bytes(0), a.Bytes(1)) == 1)
}

func names(keep func(*algo) bool) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		t := x.Space.NewTable(32)
		for _, al := range algos() {
			if keep(&al) {
				v := zval.StrValue(x.Space.NewString(al.name))
				x.Space.Append(t, &v)
			}
		}
		ret.SetArr(t)
	}
}

func fnPBKDF2(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	al := cryptoAlgo(x, a)
	if al == nil {
		return
	}
	rounds, length, raw := a.Int(3), a.Int(4), a.Bool(5)
	if rounds <= 0 {
		a.ValueError(3, "must be greater than 0")
		return
	}
	if length < 0 {
		a.ValueError(4, "must be greater than or equal to 0")
		return
	}
	size := int64(al.make(0).Size())
	digits := length
	if length == 0 {
		length = size
		digits = size
		if !raw {
			digits = 2 * size
		}
	} else if !raw {
		length = (length + 1) / 2
	}
	s := x.Space.AllocString(int(digits))
	b := s.Bytes()
	at := 0
	for block := uint32(1); int64(block-1)*size < length; block++ {
		u := hmacOf(al, a.Bytes(1), a.Bytes(2), []byte{byte(block >> 24), byte(block >> 16), byte(block >> 8), byte(block)})
		sum := append([]byte(nil), u...)
		for i := int64(1); i < rounds; i++ {
			u = hmacOf(al, a.Bytes(1), u)
			for k := range sum {
				sum[k] ^= u[k]
			}
		}
		for _, c := range sum {
			if raw {
				if at < len(b) {
					b[at] = c
					at++
				}
				continue
			}
			for _, d := range [2]byte{hexDigits[c>>4], hexDigits[c&15]} {
				if at < len(b) {
					b[at] = d
					at++
				}
			}
		}
	}
	ret.SetStr(s)
}

func fnHKDF(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	al := cryptoAlgo(x, a)
	if al == nil {
		return
	}
	key, length := a.Bytes(1), a.Int(2)
	size := int64(al.make(0).Size())
	switch {
	case len(key) == 0:
		a.ValueError(1, "must not be empty")
		return
	case length < 0:
		a.ValueError(2, "must be greater than or equal to 0")
		return
	case length > size*255:
		a.ValueError(2, "must be less than or equal to %d", size*255)
		return
	case length == 0:
		length = size
	}
	prk := hmacOf(al, a.Bytes(4), key)
	out := make([]byte, 0, length+size)
	var prev []byte
	for i := byte(1); int64(len(out)) < length; i++ {
		prev = hmacOf(al, prk, prev, a.Bytes(3), []byte{i})
		out = append(out, prev...)
	}
	ret.SetStr(x.Space.NewBytes(out[:length]))
}
