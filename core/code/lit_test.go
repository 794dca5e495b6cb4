package code

import (
	"math"
	"testing"
)

func TestArrayLit(t *testing.T) {
	a := NewArrayLit()
	for i := 0; i < 20; i++ {
		a.Append(LongLit(int64(i)))
	}
	a.Set(Key{N: 3}, StrLit("three"))
	a.Set(Key{S: "k", Str: true}, StrLit("v"))
	a.Set(Key{N: -5}, StrLit("minus"))
	a.Set(Key{N: 100}, StrLit("hundred"))
	a.Append(StrLit("next"))
	for _, c := range []struct {
		k    Key
		want string
	}{{Key{N: 3}, "three"}, {Key{S: "k", Str: true}, "v"}, {Key{N: -5}, "minus"}, {Key{N: 100}, "hundred"}, {Key{N: 101}, "next"}} {
		if v, ok := a.Get(c.k); !ok || v.S != c.want {
			t.Errorf("%v: %v %v", c.k, v, ok)
		}
	}
	if _, ok := a.Get(Key{S: "3", Str: true}); ok || a.Len() != 24 {
		t.Error("keys mixed up", a.Len())
	}
	b := NewArrayLit()
	b.Set(Key{N: -7}, NullLit())
	b.Append(LongLit(1)) // -6, as since 8.3
	if _, ok := b.Get(Key{N: -6}); !ok {
		t.Error("next key after a negative one")
	}
	b.Set(Key{N: math.MaxInt64}, NullLit())
	if b.Append(NullLit()) {
		t.Error("appended behind the last key")
	}
}
