package ireval

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/ebb-vm/ebb/jit/ir"
)

const (
	minI = uint64(1) << 63
	maxI = minI - 1
)

func neg(v int64) uint64  { return uint64(-v) }
func fl(v float64) uint64 { return math.Float64bits(v) }

var nan, inf = math.NaN(), math.Inf(1)

// Values: r3 and f5 are a, r4 and f6 are b; the value of r7 or f8 counts.
var values = []struct {
	code string
	a, b uint64
	want uint64
}{
	{"mov r7, r3", 5, 0, 5},
	{"movf f8, f5", 0x7ff0_0000_0000_1234, 0, 0x7ff0_0000_0000_1234},
	{"const r7, -9223372036854775808", 0, 0, minI},
	{"constf f8, 4607182418800017408", 0, 0, fl(1)},
	{"zext32 r7, r3", 0xffff_ffff_8000_0001, 0, 0x8000_0001},
	{"sext32 r7, r3", 0x8000_0001, 0, 0xffff_ffff_8000_0001},
	{"ld8 r7, [fp]", 0xfff1, 0, 0xf1},
	{"ld32 r7, [fp]", 0xffff_ffff, 0, 0xffff_ffff},
	{"ld32s r7, [fp]", 0xffff_ffff, 0, neg(1)},
	{"ld64 r7, [fp+8]", 0, 77, 77},
	{"ld64 r7, [fp+r3<<3]", 1, 77, 77},
	{"ld64 r7, [fp+r3-8]", 16, 77, 77},
	{"ldf f8, [fp+8]", 0, fl(2), fl(2)},
	{"st8 [fp+8], r3\n\tld64 r7, [fp+8]", 0x1ff, neg(1), 0xffff_ffff_ffff_ffff},
	{"st8 [fp+8], r3\n\tld64 r7, [fp+8]", 0x100, neg(1), 0xffff_ffff_ffff_ff00},
	{"st32 [fp+8], r3\n\tld64 r7, [fp+8]", 1 << 40, neg(1), 0xffff_ffff_0000_0000},
	{"st64 [fp+8], r3\n\tld64 r7, [fp+8]", 3, 0, 3},
	{"stf [fp+8], f5\n\tld64 r7, [fp+8]", 3, 0, 3},
	{"st8i [fp], 255\n\tld64 r7, [fp]", 0, 0, 255},
	{"st32i [fp], -1\n\tld64 r7, [fp]", 0, 0, 0xffff_ffff},
	{"st64i [fp], -2\n\tld64 r7, [fp]", 0, 0, neg(2)},
	{"addm32 [fp], 1\n\tld64 r7, [fp]", 0xffff_ffff, 0, 0},
	{"addm64 [fp], -3\n\tld64 r7, [fp]", 1, 0, neg(2)},
	{"lea r7, [r3+r4<<2-5]", 10, 3, 17},
	{"add r7, r3, r4", maxI, 1, minI},
	{"add r7, r3, -1", 0, 0, neg(1)},
	{"sub r7, r3, r4", 0, 1, neg(1)},
	{"mul r7, r3, r4", neg(3), 5, neg(15)},
	{"and r7, r3, r4", 12, 10, 8},
	{"or r7, r3, r4", 12, 10, 14},
	{"xor r7, r3, r4", 12, 10, 6},
	{"shl r7, r3, r4", 1, 63, minI},
	{"shr r7, r3, r4", minI, 63, 1},
	{"sar r7, r3, r4", minI, 63, neg(1)},
	{"sar r7, r3, 0", minI, 0, minI},
	{"div r7, r3, r4", neg(7), 2, neg(3)},
	{"rem r7, r3, r4", neg(7), 2, neg(1)},
	{"rem r7, r3, r4", 7, neg(2), 1},
	{"neg r7, r3", minI, 0, minI},
	{"not r7, r3", 0, 0, neg(1)},
	{"set.lt r7, r3, r4", neg(1), 0, 1},
	{"set.ult r7, r3, r4", neg(1), 0, 0},
	{"set.uge r7, r3, -1", neg(1), 0, 1},
	{"fadd f8, f5, f6", fl(1), fl(2), fl(3)},
	{"fsub f8, f5, f6", fl(1), fl(2), fl(-1)},
	{"fmul f8, f5, f6", fl(3), fl(2), fl(6)},
	{"fdiv f8, f5, f6", fl(1), fl(math.Copysign(0, -1)), fl(-inf)},
	{"fneg f8, f5", fl(0), 0, minI},
	{"fsqrt f8, f5", fl(4), 0, fl(2)},
	{"inttof f8, r3", maxI, 0, fl(1 << 63)},
	{"ftoint r7, f5", fl(-1.9), 0, neg(1)},
	{"ftoint r7, f5", fl(-1 << 63), 0, minI},
	{"fbits r7, f5", fl(1), 0, fl(1)},
	{"bitsf f8, r3", fl(1), 0, fl(1)},
	{"fset.eq r7, f5, f6", fl(nan), fl(nan), 0},
	{"fset.eq r7, f5, f6", 0, minI, 1},
	{"labeladdr r9, L9\n\tjmpr r9\nL9:\n\tconst r7, 3", 0, 0, 3},
}

// Branches, and whether they are taken.
var branches = []struct {
	code string
	a, b uint64
	want bool
}{
	{"jmp L0", 0, 0, true},
	{"brtest.ne r3, 4", 4, 0, true},
	{"brtest.eq r3, 4", 4, 0, false},
	{"brtest.ne r3, -9223372036854775808", minI, 0, true},
	{"brm8.gt [fp], 127", 128, 0, true},
	{"brm8.lt [fp], 255", 128, 0, true},
	{"brm32.lt [fp], 0", 0xffff_ffff, 0, true},
	{"brm32.ult [fp], 0", 0xffff_ffff, 0, false},
	{"brm32.eq [fp], -1", 0xffff_ffff, 0, true},
	{"brm64.lt [fp], r4", neg(2), neg(1), true},
	{"brm64.eq [fp], -1", neg(1), 0, true},
	{"brtestm32.ne [fp], -2147483648", 0x8000_0000, 0, true},
	{"brtestm32.eq [fp], 1", 1 << 32, 0, true},
	{"decz32 [fp]", 1, 0, true},
	{"decz32 [fp]", 2, 0, false},
	{"decz32 [fp]", 0, 0, false},
	{"addo r9, r3, r4", maxI, 1, true},
	{"addo r9, r3, r4", maxI, neg(1), false},
	{"addo r9, r3, -1", minI, 0, true},
	{"subo r9, r3, r4", 0, minI, true},
	{"subo r9, r3, r4", neg(1), minI, false},
	{"subo r9, r3, 1", minI, 0, true},
	{"mulo r9, r3, r4", minI, neg(1), true},
	{"mulo r9, r3, r4", minI, 1, false},
	{"mulo r9, r3, r4", 1 << 31, neg(1 << 32), false},
	{"mulo r9, r3, r4", 1 << 31, 1 << 32, true},
	{"mulo r9, r3, 3", maxI, 0, true},
	{"mulo r9, r3, 0", minI, 0, false},
	{"pollg L0", 1, 0, true},
	{"pollg L0", 0, 0, false},
}

// evaluate runs code with a and b at FP and returns the memory there afterwards.
func evaluate(code string, a, b uint64) ([]byte, Leave, error) {
	f, err := ir.Parse("func test\nentry L9\n" + code)
	if err != nil {
		return nil, Leave{}, err
	}
	if !strings.Contains(code, "L9:") {
		f.Entries = nil
	}
	if err := f.Verify(); err != nil {
		return nil, Leave{}, err
	}
	mem := make([]byte, 64)
	binary.LittleEndian.PutUint64(mem, a)
	binary.LittleEndian.PutUint64(mem[8:], b)
	m := &Machine{FP: 4096, Mem: new(Sparse), Poll: func() bool { return a != 0 }}
	m.Mem.(*Sparse).Map(m.FP, mem)
	out, err := Run(f, ir.NoLabel, m)
	return mem, out, err
}

const begin = "\tld64 r3, [fp]\n\tld64 r4, [fp+8]\n\tldf f5, [fp]\n\tldf f6, [fp+8]\n\t"

func TestValues(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range values {
		end := "st64 [fp+16], r7"
		if strings.Contains(c.code, "f8,") {
			end = "stf [fp+16], f8"
		}
		mem, _, err := evaluate(begin+c.code+"\n\t"+end+"\n\texit 0", c.a, c.b)
		if err != nil {
			t.Errorf("%s: %v", c.code, err)
			continue
		}
		if got := binary.LittleEndian.Uint64(mem[16:]); got != c.want {
			t.Errorf("%s of %#x, %#x is %#x, want %#x", c.code, c.a, c.b, got, c.want)
		}
		for _, line := range strings.Split(c.code, "\n\t") {
			name, _, _ := strings.Cut(strings.Fields(line)[0], ".")
			seen[name] = true
		}
	}
	for _, c := range branches {
		code := c.code
		if !strings.HasSuffix(code, " L0") {
			code += ", L0"
		}
		_, out, err := evaluate(begin+code+"\n\texit 0\nL0:\n\texit 1", c.a, c.b)
		if want := (Leave{Way: Exit, Code: int64(truth(c.want))}); err != nil || out != want {
			t.Errorf("%s of %#x, %#x: %v, %v", c.code, c.a, c.b, out, err)
		}
		name, _, _ := strings.Cut(strings.Fields(c.code)[0], ".")
		seen[name] = true
	}
	for _, other := range []ir.Op{ir.Bind, ir.Br, ir.BrF, ir.Dispatch, ir.Exit, ir.JmpM} { // below
		seen[other.String()] = true
	}
	for o := ir.Bind; o.Info().Name != ""; o++ {
		if !seen[o.String()] {
			t.Errorf("no test of %s", o)
		}
	}
}

// Every condition, of numbers less, equal and greater, and of ones not comparable.
func TestConditions(t *testing.T) {
	for _, c := range []struct {
		cc   ir.Cond
		want string // of (1, 2), (2, 2), (2, 1), (-1, 1)
	}{
		{ir.EQ, "0100"}, {ir.NE, "1011"}, {ir.LT, "1001"}, {ir.LE, "1101"}, {ir.GT, "0010"}, {ir.GE, "0110"},
		{ir.ULT, "1000"}, {ir.ULE, "1100"}, {ir.UGT, "0011"}, {ir.UGE, "0111"},
	} {
		got := ""
		for _, p := range [][2]uint64{{1, 2}, {2, 2}, {2, 1}, {neg(1), 1}} {
			_, out, err := evaluate(fmt.Sprintf("%sbr.%s r3, r4, L0\n\texit 0\nL0:\n\texit 1", begin, c.cc), p[0], p[1])
			if err != nil {
				t.Fatal(err)
			}
			got += fmt.Sprint(out.Code)
			if truth(Holds(c.cc, p[0], p[1])) == truth(Holds(c.cc.Not(false), p[0], p[1])) || Holds(c.cc, p[0], p[1]) != Holds(c.cc.Swap(), p[1], p[0]) {
				t.Errorf("%s: Not or Swap", c.cc)
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.cc, got, c.want)
		}
	}
	for _, c := range []struct {
		cc   ir.Cond
		want string // of (1, 2), (2, 2), (2, 1), (NaN, 1), (1, NaN)
	}{
		{ir.EQ, "01000"}, {ir.NE, "10111"}, {ir.LT, "10000"}, {ir.LE, "11000"}, {ir.GT, "00100"}, {ir.GE, "01100"},
		{ir.NLT, "01111"}, {ir.NLE, "00111"}, {ir.NGT, "11011"}, {ir.NGE, "10011"},
	} {
		got := ""
		for _, p := range [][2]float64{{1, 2}, {2, 2}, {2, 1}, {nan, 1}, {1, nan}} {
			_, out, err := evaluate(fmt.Sprintf("%sbrf.%s f5, f6, L0\n\texit 0\nL0:\n\texit 1", begin, c.cc), fl(p[0]), fl(p[1]))
			if err != nil {
				t.Fatal(err)
			}
			got += fmt.Sprint(out.Code)
			if HoldsF(c.cc, p[0], p[1]) == HoldsF(c.cc.Not(true), p[0], p[1]) || HoldsF(c.cc, p[0], p[1]) != HoldsF(c.cc.Swap(), p[1], p[0]) {
				t.Errorf("%s: Not or Swap", c.cc)
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.cc, got, c.want)
		}
	}
}

func TestWaysOut(t *testing.T) {
	f, err := ir.Parse("func ways\nentry L0\nentry L1\nentry L2\nL0:\n\tadd fp, fp, 8\n\tdispatch 32\nL1:\n\tjmpm [fp+8]\nL2:\n\tconst r3, 99\n\tjmpr r3")
	if err != nil {
		t.Fatal(err)
	}
	for l, want := range []Leave{{Way: Dispatch, Addr: 5}, {Way: Jump, Addr: 4}, {Way: Jump, Addr: 99}} {
		mem := make([]byte, 128)
		mem[8], mem[32] = 4, 5
		m := &Machine{IP: 4096, FP: 4096, CTX: 1, Mem: new(Sparse)}
		m.Mem.(*Sparse).Map(4096, mem)
		out, err := Run(f, ir.Label(l), m)
		if err != nil || out != want {
			t.Errorf("entry %d: %v, %v", l, out, err)
		}
		if l == 0 && (m.IP != 4096+32 || m.FP != 4096+8) {
			t.Errorf("IP %d, FP %d", m.IP, m.FP)
		}
	}
}

func TestErrors(t *testing.T) {
	for code, want := range map[string]string{
		"div r7, r3, r4":                         "divisor",
		"rem r7, r4, r3":                         "divisor",
		"shl r7, r3, r3":                         "shift",
		"ftoint r7, f5":                          "integer",
		"ld64 r7, [fp-1]":                        "no memory",
		"st64 [fp+57], r3":                       "no memory",
		"ld8 r7, [r3]":                           "no memory",
		"addm64 [r3], 1":                         "no memory",
		"jmp L0\nL0:\n\tadd fp, fp, 0\n\tjmp L0": "too many",
	} {
		_, _, err := evaluate(begin+code+"\n\texit 0", neg(1), 0)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", code, err, want)
		}
	}
}

func TestDirect(t *testing.T) {
	cells := map[uint64]uint64{8: 3}
	m := &Machine{FP: 8, Mem: Direct{
		func(a uint64, size int) uint64 { return cells[a] },
		func(a uint64, size int, v uint64) { cells[a] = v },
	}}
	f, err := ir.Parse("func direct\n\taddm64 [fp], 4\n\texit 0")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Run(f, ir.NoLabel, m); err != nil || cells[8] != 7 {
		t.Error(err, cells)
	}
}
