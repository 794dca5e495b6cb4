package mm

import (
	"errors"
	"testing"
)

func TestFailNth(t *testing.T) {
	h := newHeap(t, Options{})
	if h.FailNth(2) != debug {
		t.Fatal("FailNth works in the debug build only")
	}
	h.Free(h.Alloc(8))
	err := caught(func() { h.Alloc(8) })
	var le *LimitError
	if debug != errors.As(err, &le) {
		t.Errorf("%v", err)
	}
}

func TestDebugCatches(t *testing.T) {
	if !debug {
		t.Skip("debug build only")
	}
	h := newHeap(t, Options{})
	a, b := h.Alloc(100), h.Alloc(5000)
	h.Free(a)
	for what, f := range map[string]func(){
		"double free":        func() { h.Free(a) },
		"free of the middle": func() { h.Free(b + 8) },
		"free with a wrong size": func() {
			h.FreeSize(b, 50)
		},
		"write after free": func() {
			Store64(a+64, 1)
			h.Alloc(100)
		},
	} {
		var ce *CorruptError
		if err := caught(f); !errors.As(err, &ce) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
