package mm

import "math/bits"

// The bins. Sizes go up in eighths of a power of two from 64 on, so that rounding
// up wastes at most a fifth; the number of pages of a run is chosen so that its
// elements fill it well. The figures are those of PHP 8.2.
//
//	elements = pages * 4096 / size, rounded down
var binTable = [NumBins]struct{ size, elements, pages uint16 }{
	{8, 512, 1}, {16, 256, 1}, {24, 170, 1}, {32, 128, 1}, {40, 102, 1}, {48, 85, 1}, {56, 73, 1}, {64, 64, 1},
	{80, 51, 1}, {96, 42, 1}, {112, 36, 1}, {128, 32, 1},
	{160, 25, 1}, {192, 21, 1}, {224, 18, 1}, {256, 16, 1},
	{320, 64, 5}, {384, 32, 3}, {448, 9, 1}, {512, 8, 1},
	{640, 32, 5}, {768, 16, 3}, {896, 9, 2}, {1024, 8, 2},
	{1280, 16, 5}, {1536, 8, 3}, {1792, 16, 7}, {2048, 8, 4},
	{2560, 8, 5}, {3072, 4, 3},
}

// BinSize returns the element size of a bin in bytes.
func BinSize(bin int) uintptr { return uintptr(binTable[bin].size) }

// BinPages returns the length of a bin's run in heap pages.
func BinPages(bin int) int { return int(binTable[bin].pages) }

// BinElements returns how many elements a bin's run holds.
func BinElements(bin int) int { return int(binTable[bin].elements) }

// BinOf returns the bin that serves n bytes, n <= MaxSmall. Up to 64 bytes the
// bins are 8 apart; beyond, each power of two is cut into four.
func BinOf(n uintptr) int {
	if n <= 64 {
		if n == 0 {
			return 0
		}
		return int((n - 1) >> 3)
	}
	// n-1 has its highest bit at position top >= 6; the two bits below it choose
	// among the four bins of that power of two, which start at bin (top-4)*4.
	top := uint(bits.Len32(uint32(n-1))) - 1
	return int(uint(n-1)>>(top-2)) + int(top-5)*4
}

// SizeClass returns the bytes a request of n bytes is counted with: the size of its
// bin, or whole heap pages.
func SizeClass(n uintptr) uintptr {
	if n <= MaxSmall {
		return BinSize(BinOf(n))
	}
	return roundPage(n)
}

func roundPage(n uintptr) uintptr { return (n + PageSize - 1) &^ (PageSize - 1) }

// Page info words. A small run's first page carries its bin; its further pages the
// bin and how far they are from the first; a large run's first page its length.
const (
	infoLarge uint32 = 1 << 30
	infoSmall uint32 = 1 << 31

	infoBinMask   uint32 = 0x1f
	infoPagesMask uint32 = 0x3ff
	infoHighMask  uint32 = 0x1ff // free elements (first page of a small run, during GC) or the distance from it
	infoHighShift        = 16
)

func smallInfo(bin int) uint32 { return infoSmall | uint32(bin) }
func smallInfoFree(bin, free int) uint32 {
	return infoSmall | uint32(bin) | uint32(free)<<infoHighShift
}
func innerInfo(bin, dist int) uint32 {
	return infoSmall | infoLarge | uint32(bin) | uint32(dist)<<infoHighShift
}
func largeInfo(pages uint32) uint32 { return infoLarge | pages }
func infoHigh(w uint32) uint32      { return w >> infoHighShift & infoHighMask }

// What generated code has to know of page info words: a page of small elements
// has InfoSmall set, and its bin in the bits of InfoBin.
const (
	InfoSmall = infoSmall
	InfoBin   = infoBinMask
)

// SizesBins is where, in the table that SizeTable makes, the bins by size begin.
const SizesBins = 128

// SizeTable writes what generated code needs to take and give back small blocks
// into an arena: the sizes of the bins, 4 bytes each, and from SizesBins on the
// bin of each size in steps of 8 bytes, a byte each. It returns 0 in debug
// builds, where each block has to be seen.
func SizeTable(a *Arena) Addr {
	if debug {
		return 0
	}
	p := a.Alloc(SizesBins + MaxSmall/8 + 1)
	for i := 0; i < NumBins; i++ {
		Store32(p+Addr(4*i), uint32(BinSize(i)))
	}
	for i := 0; i <= MaxSmall/8; i++ {
		Store8(p+SizesBins+Addr(i), uint8(BinOf(uintptr(max(8*i, 1)))))
	}
	return p
}
