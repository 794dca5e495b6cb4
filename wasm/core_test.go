package wasm_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"github.com/ebb-vm/ebb/wasm"
)

func coreBytes(t *testing.T) []byte {
	t.Helper()
	newRuntime(t)
	f, err := os.Open(coreFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b, err := io.ReadAll(brotli.NewReader(f))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// sections builds a small module out of sections given as bytes.
func sections(list ...[]byte) []byte {
	return append([]byte("\x00asm\x01\x00\x00\x00"), bytes.Join(list, nil)...)
}

// fake is a module with the core's exports whose functions take what they
// should, return a constant, and do nothing.
func fake(protocol byte, address []byte) []byte {
	i := byte(0x7f)
	section := func(id byte, body []byte) []byte { return append([]byte{id, byte(len(body))}, body...) }
	name := func(s string, kind, index byte) []byte {
		return append(append([]byte{byte(len(s))}, s...), kind, index)
	}
	body := func(value []byte) []byte {
		code := append(append([]byte{0, 0x41}, value...), 0x0b)
		return append([]byte{byte(len(code))}, code...)
	}
	return sections(
		section(1, []byte{3, 0x60, 0, 1, i, 0x60, 1, i, 1, i, 0x60, 2, i, i, 1, i}),
		section(3, []byte{4, 0, 1, 2, 0}),
		section(5, []byte{1, 0, 1}),
		section(7, append([]byte{5}, bytes.Join([][]byte{name("memory", 2, 0), name("protocol", 0, 0), name("alloc", 0, 1),
			name("run", 0, 2), name("interrupt_address", 0, 3)}, nil)...)),
		section(10, append([]byte{4}, bytes.Join([][]byte{body([]byte{protocol}), body(address), body([]byte{5}), body([]byte{8})}, nil)...)),
	)
}

func TestUnusableCores(t *testing.T) {
	good := coreBytes(t)
	flipped := bytes.Clone(good)
	copy(flipped[len(flipped)/3:], bytes.Repeat([]byte{0xff}, 4096))
	for name, code := range map[string][]byte{
		"empty":       {},
		"no module":   []byte("this is no module at all"),
		"truncated":   good[:len(good)/2],
		"cut short":   good[:len(good)-1],
		"corrupt":     flipped,
		"no exports":  sections(),
		"no protocol": sections([]byte{7, 1, 0}),
	} {
		rt, err := wasm.NewRuntime(ctx, wasm.Config{Core: append([]byte{}, code...)})
		if !errors.Is(err, wasm.ErrCore) {
			t.Errorf("%s: %v", name, err)
		}
		if rt != nil {
			rt.Close(ctx)
		}
	}
}

func TestProtocolIsChecked(t *testing.T) {
	for name, c := range map[string]struct {
		code []byte
		want string
	}{
		"other protocol": {fake(9, []byte{0x80, 0x08}), "speaks protocol 9"},
		"alloc outside":  {fake(1, []byte{0x80, 0x80, 0x80, 0x08}), "outside the memory"},
	} {
		rt, err := wasm.NewRuntime(ctx, wasm.Config{Core: c.code})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		_, err = rt.Run(ctx, wasm.Script{Source: []byte("x")})
		if !errors.Is(err, wasm.ErrCore) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
		rt.Close(ctx)
	}
	// One that plays along is believed.
	rt, err := wasm.NewRuntime(ctx, wasm.Config{Core: fake(1, []byte{0x80, 0x08})})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close(ctx)
	if res, err := rt.Run(ctx, wasm.Script{Source: []byte("x")}); err != nil || res.ExitStatus != 5 {
		t.Errorf("%v %+v", err, res)
	}
}
