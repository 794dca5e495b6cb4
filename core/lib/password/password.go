package password

import (
	"crypto/subtle"
	"fmt"
	"strings"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

const (
	defaultCost = 12
	bcrypt      = "2y"
)

type wordsKey struct{}

// Crypt hashes a password as crypt(3) does under a setting; "" when the
// setting is malformed.
func Crypt(x *rt.Exec, pass, setting string) string {
	switch {
	case strings.HasPrefix(setting, "*0"), strings.HasPrefix(setting, "*1"):
		return ""
	case strings.HasPrefix(setting, "$1$"):
		return md5Crypt(pass, setting)
	case strings.HasPrefix(setting, "$5$"), strings.HasPrefix(setting, "$6$"):
		return shaCrypt(pass, setting)
	case strings.HasPrefix(setting, "$2"):
		words := rt.State(x, wordsKey{}, func() *[]uint32 { w := piWords(18 + 1024); return &w })
		return blowfish(*words, pass, setting)
	case strings.HasPrefix(setting, "$"):
		return ""
	}
	return desCrypt(pass, setting)
}

func fnCrypt(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := Crypt(x, a.View(0), a.View(1))
	if s == "" {
		// what failed must not equal its setting
		s = "*0"
		if strings.HasPrefix(a.View(1), "*0") {
			s = "*1"
		}
	}
	ret.SetStr(x.Space.NewString(s))
}

// algorithm resolves the algorithm argument i; false when there is no such.
func algorithm(a *rt.Args, i int) bool {
	v := a.Val(i)
	switch v.Type() {
	case zval.Null:
		return true
	case zval.Long:
		return v.Long() == 0 || v.Long() == 1
	}
	return v.Str().View() == bcrypt
}

func costOption(x *rt.Exec, a *rt.Args, i int) int64 {
	if t := a.Arr(i); t != nil {
		if v := t.FindGo("cost"); v != nil {
			return x.ToLong(v.Deref())
		}
	}
	return defaultCost
}

func fnHash(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if !algorithm(a, 1) {
		a.ValueError(1, "must be a valid password hashing algorithm")
		return
	}
	pass := a.View(0)
	if strings.IndexByte(pass, 0) >= 0 {
		x.ThrowValueError("Bcrypt password must not contain null character")
		return
	}
	cost := costOption(x, a, 2)
	if a.Failed() {
		return
	}
	if cost < 4 || cost > 31 {
		x.ThrowValueError("Invalid bcrypt cost parameter specified: %d", cost)
		return
	}
	if t := a.Arr(2); t != nil && t.FindGo("salt") != nil {
		a.Warn("The \"salt\" option has been ignored, since providing a custom salt is no longer supported")
		if a.Failed() {
			return
		}
	}
	var raw [16]byte
	if err := x.Host.Random(raw[:]); err != nil {
		x.ThrowError(nil, "Unable to generate salt")
		return
	}
	setting := fmt.Sprintf("$2y$%02d$%s", cost, blowfishBase64(raw[:]))
	ret.SetStr(x.Space.NewString(Crypt(x, pass, setting)))
}

func fnVerify(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	hash := a.View(1)
	got := Crypt(x, a.View(0), hash)
	ret.SetBool(len(got) >= 13 && subtle.ConstantTimeCompare([]byte(got), []byte(hash)) == 1)
}

// bcryptCost reads the cost out of a bcrypt hash; false for other hashes.
func bcryptCost(hash string) (int64, bool) {
	if len(hash) != 60 || !strings.HasPrefix(hash, "$2y$") {
		return 0, false
	}
	n := int64(0)
	for _, c := range []byte(hash[4:6]) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return n, true
}

func fnGetInfo(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	t, opts := x.Space.NewTable(3), x.Space.EmptyArray()
	algo, name := zval.NullValue(), "unknown"
	if cost, ok := bcryptCost(a.View(0)); ok {
		algo, name = zval.StrValue(x.Space.NewString(bcrypt)), "bcrypt"
		opts = x.Space.NewTable(1)
		v := zval.LongValue(cost)
		x.Space.SetGo(opts, "cost", &v)
	}
	n, o := zval.StrValue(x.Space.NewString(name)), zval.ArrValue(opts)
	x.Space.SetGo(t, "algo", &algo)
	x.Space.SetGo(t, "algoName", &n)
	x.Space.SetGo(t, "options", &o)
	ret.SetArr(t)
}

func fnNeedsRehash(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if !algorithm(a, 1) {
		ret.SetBool(false) // nothing to hash it again with
		return
	}
	cost, ok := bcryptCost(a.View(0))
	ret.SetBool(!ok || cost != costOption(x, a, 2))
}

func fnAlgos(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	t := x.Space.NewPacked(1)
	v := zval.StrValue(x.Space.NewString(bcrypt))
	x.Space.Append(t, &v)
	ret.SetArr(t)
}

// Module declares the functions.
func Module() *rt.Module {
	return &rt.Module{
		Name: "standard",
		Consts: []rt.ConstDecl{
			{Name: "PASSWORD_DEFAULT", Value: bcrypt}, {Name: "PASSWORD_BCRYPT", Value: bcrypt},
			{Name: "PASSWORD_BCRYPT_DEFAULT_COST", Value: defaultCost},
			{Name: "CRYPT_SALT_LENGTH", Value: 123}, {Name: "CRYPT_STD_DES", Value: 1}, {Name: "CRYPT_EXT_DES", Value: 1},
			{Name: "CRYPT_MD5", Value: 1}, {Name: "CRYPT_BLOWFISH", Value: 1}, {Name: "CRYPT_SHA256", Value: 1}, {Name: "CRYPT_SHA512", Value: 1},
		},
		Funcs: []rt.FuncDecl{
			{Sig: "crypt(#[SensitiveParameter] string $string, string $salt): string", Fn: fnCrypt},
			{Sig: "password_hash(#[SensitiveParameter] string $password, string|int|null $algo, array $options = []): string", Fn: fnHash},
			{Sig: "password_verify(#[SensitiveParameter] string $password, string $hash): bool", Fn: fnVerify},
			{Sig: "password_get_info(string $hash): array", Fn: fnGetInfo},
			{Sig: "password_needs_rehash(string $hash, string|int|null $algo, array $options = []): bool", Fn: fnNeedsRehash},
			{Sig: "password_algos(): array", Fn: fnAlgos},
		},
	}
}
