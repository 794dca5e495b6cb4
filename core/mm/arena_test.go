package mm

import "testing"

func TestArena(t *testing.T) {
	src := NewSlabSource()
	a := NewArena(src)
	var blocks []Addr
	for _, n := range []uintptr{1, 16, 17, 1000, 300 << 10, ArenaStep - 16, 3 * ArenaStep, 0, 40} {
		p := a.Alloc(n)
		if p%16 != 0 || !a.Owns(p) {
			t.Errorf("%d bytes at %#x", n, p)
		}
		for _, c := range Bytes(p, n) {
			if c != 0 {
				t.Fatalf("%d bytes: not zeroed", n)
			}
		}
		for i := range Bytes(p, n) {
			Bytes(p, n)[i] = byte(len(blocks) + 1)
		}
		blocks = append(blocks, p)
	}
	for i, p := range blocks {
		if c := Load8(p); c != byte(i+1) && i != 7 {
			t.Errorf("block %d was overwritten by %d", i, c)
		}
	}
	a.Destroy()
	if src.InUse() != 0 || a.InUse() != 0 || a.Owns(blocks[0]) {
		t.Error("not given back")
	}
	if p := a.Alloc(8); Load64(p) != 0 {
		t.Error("reused memory is not zeroed")
	}
	a.Destroy()
}
