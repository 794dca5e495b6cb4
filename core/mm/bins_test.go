package mm

import (
	"fmt"
	"strings"
	"testing"
)

// The bins as PHP 8.2 has them: size(elements x pages).
const binFacts = `8(512x1) 16(256x1) 24(170x1) 32(128x1) 40(102x1) 48(85x1) 56(73x1) 64(64x1) 80(51x1) 96(42x1)
112(36x1) 128(32x1) 160(25x1) 192(21x1) 224(18x1) 256(16x1) 320(64x5) 384(32x3) 448(9x1) 512(8x1) 640(32x5) 768(16x3) 896(9x2)
1024(8x2) 1280(16x5) 1536(8x3) 1792(16x7) 2048(8x4) 2560(8x5) 3072(4x3)`

func TestBins(t *testing.T) {
	facts := strings.Fields(binFacts)
	if len(facts) != NumBins {
		t.Fatalf("%d bins", len(facts))
	}
	for i, want := range facts {
		if got := fmt.Sprintf("%d(%dx%d)", BinSize(i), BinElements(i), BinPages(i)); got != want {
			t.Errorf("bin %d is %s, want %s", i, got, want)
		}
		if n := BinPages(i) * PageSize / int(BinSize(i)); n != BinElements(i) {
			t.Errorf("bin %d: %d elements fit", i, n)
		}
	}
}

func TestBinOf(t *testing.T) {
	for n := uintptr(0); n <= MaxSmall; n++ {
		want := 0
		for BinSize(want) < n {
			want++
		}
		if got := BinOf(n); got != want {
			t.Fatalf("BinOf(%d) = %d, want %d", n, got, want)
		}
	}
}
