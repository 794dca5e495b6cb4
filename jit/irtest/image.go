package irtest

import (
	"encoding/binary"
	"math"
	"math/rand"
)

// Layout says where a function may go in memory. Offsets are relative to the
// pinned registers, in bytes.
type Layout struct {
	// CtxOff is where CtxSize bytes of the function's own begin at CTX. What
	// lies before them belongs to the test.
	CtxOff int32
}

// The parts of an image, in bytes.
const (
	CtxSize  = 128  // at CTX + Layout.CtxOff
	DataSize = 2048 // at FP
	CellSize = 8192 // at IP - CellSize/2: handlers' addresses, never written
)

// What is at CTX + Layout.CtxOff.
const (
	offBlocks  = 0  // blocks still to be run, 32 bits
	offStub    = 8  // the address of a handler
	offSpill   = 16 // scratch
	spillWords = (CtxSize - offSpill) / 8
)

// Image is the memory of a function.
type Image struct {
	Ctx   []byte // CtxSize
	Data  []byte // DataSize
	Cells []byte // CellSize
}

// NewImage makes an image with values in it that are apt to make trouble. All
// ways out but Exit go to stub. blocks is how many blocks are run.
func NewImage(r *rand.Rand, stub uint64, blocks uint32) *Image {
	m := &Image{make([]byte, CtxSize), make([]byte, DataSize), make([]byte, CellSize)}
	for i := 0; i < DataSize; i += 8 {
		binary.LittleEndian.PutUint64(m.Data[i:], value(r))
	}
	for i := offSpill; i < CtxSize; i += 8 {
		binary.LittleEndian.PutUint64(m.Ctx[i:], value(r))
	}
	binary.LittleEndian.PutUint32(m.Ctx[offBlocks:], blocks)
	binary.LittleEndian.PutUint64(m.Ctx[offStub:], stub)
	for i := 0; i < CellSize; i += 8 {
		binary.LittleEndian.PutUint64(m.Cells[i:], stub)
	}
	return m
}

// Clone copies an image.
func (m *Image) Clone() *Image {
	return &Image{append([]byte(nil), m.Ctx...), append([]byte(nil), m.Data...), append([]byte(nil), m.Cells...)}
}

// value is a word: small, near a power of two, a double, or anything.
func value(r *rand.Rand) uint64 {
	switch r.Intn(6) {
	case 0:
		return uint64(int64(r.Intn(20) - 10))
	case 1:
		return uint64(1)<<r.Intn(64) + uint64(int64(r.Intn(5)-2))
	case 2:
		return -(uint64(1)<<r.Intn(64) + uint64(int64(r.Intn(5)-2)))
	case 3:
		return math.Float64bits(double(r))
	case 4:
		return math.Float64bits(float64(int64(r.Uint64()) >> r.Intn(64)))
	}
	return r.Uint64() >> r.Intn(64)
}

func double(r *rand.Rand) float64 {
	special := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64,
		math.SmallestNonzeroFloat64, 1 << 63, -1 << 63, 1<<53 + 2, 1e300, 1e-300}
	if n := r.Intn(2 * len(special)); n < len(special) {
		return special[n]
	}
	return (r.Float64() - 0.5) * math.Pow(10, float64(r.Intn(40)-20))
}
