package arm64

import (
	"math"
	"testing"

	"golang.org/x/arch/arm64/arm64asm"

	"github.com/ebb-vm/ebb/jit/ir"
)

// Every form of the encoder is read back by x/arch's decoder.
func TestEncode(t *testing.T) {
	type form struct {
		want string
		emit func(a *assembler)
	}
	imm := func(v int64) uint32 {
		e, ok := imm12(v)
		if !ok {
			t.Fatal(v)
		}
		return e
	}
	mask := func(v uint64) uint32 {
		e, ok := bitmask(v)
		if !ok {
			t.Fatalf("%#x", v)
		}
		return e
	}
	forms := []form{
		{"ldr x3, [x7,#32760]", func(a *assembler) { a.mem(ldr64, 3, 7, 32760) }},
		{"ldur x3, [x7,#-256]", func(a *assembler) { a.mem(ldr64, 3, 7, -256) }},
		{"ldur x3, [x7,#13]", func(a *assembler) { a.mem(ldr64, 3, 7, 13) }},
		{"ldr w3, [x7,#16380]", func(a *assembler) { a.mem(ldr32, 3, 7, 16380) }},
		{"ldrsw x3, [x7,#8]", func(a *assembler) { a.mem(ldrs32, 3, 7, 8) }},
		{"ldrb w3, [x7,#4095]", func(a *assembler) { a.mem(ldr8, 3, 7, 4095) }},
		{"str x3, [sp,#8]", func(a *assembler) { a.mem(str64, 3, rSP, 8) }},
		{"str w3, [x22,#8]", func(a *assembler) { a.mem(str32, 3, 22, 8) }},
		{"strb w3, [x22,#1]", func(a *assembler) { a.mem(str8, 3, 22, 1) }},
		{"ldr d9, [x7,#8]", func(a *assembler) { a.mem(ldrF, 9, 7, 8) }},
		{"str d9, [x7,#8]", func(a *assembler) { a.mem(strF, 9, 7, 8) }},
		{"ldr x3, [x7,x8]", func(a *assembler) { a.memX(ldr64, 3, 7, 8, false) }},
		{"ldr x3, [x7,x8,lsl #3]", func(a *assembler) { a.memX(ldr64, 3, 7, 8, true) }},
		{"str w3, [x7,x8,lsl #2]", func(a *assembler) { a.memX(str32, 3, 7, 8, true) }},
		{"ldr d3, [x7,x8]", func(a *assembler) { a.memX(ldrF, 3, 7, 8, false) }},
		{"ldr x16, [x20,#32]!", func(a *assembler) { a.preLoad(16, 20, 32) }},
		{"ldr x16, [x20,#-256]!", func(a *assembler) { a.preLoad(16, 20, -256) }},
		{"add x1, x2, x3", func(a *assembler) { a.addReg(1, 2, 3) }},
		{"adds x1, x2, x3", func(a *assembler) { a.addsReg(1, 2, 3) }},
		{"sub x1, x2, x3", func(a *assembler) { a.subReg(1, 2, 3) }},
		{"neg x1, x3", func(a *assembler) { a.subReg(1, rZero, 3) }},
		{"cmp x2, x3", func(a *assembler) { a.subsReg(rZero, 2, 3) }},
		{"cmp w2, w3", func(a *assembler) { a.subsReg32(rZero, 2, 3) }},
		{"add x1, x2, x3, lsl #4", func(a *assembler) { a.addShift(1, 2, 3, 4) }},
		{"cmp x1, x2, asr #63", func(a *assembler) { a.cmpSign(1, 2) }},
		{"and x1, x2, x3", func(a *assembler) { a.andReg(1, 2, 3) }},
		{"orr x1, x2, x3", func(a *assembler) { a.orrReg(1, 2, 3) }},
		{"eor x1, x2, x3", func(a *assembler) { a.eorReg(1, 2, 3) }},
		{"tst x2, x3", func(a *assembler) { a.andsReg(rZero, 2, 3) }},
		{"mvn x1, x3", func(a *assembler) { a.ornReg(1, rZero, 3) }},
		{"mov x1, x3", func(a *assembler) { a.mov(1, 3) }},
		{"mov w1, w3", func(a *assembler) { a.mov32(1, 3) }},
		{"add x1, x2, #0xfff", func(a *assembler) { a.addSubImm(sf|opAdd, 1, 2, imm(4095)) }},
		{"sub x1, x2, #0x1, lsl #12", func(a *assembler) { a.addSubImm(sf|opSub, 1, 2, imm(4096)) }},
		{"cmp w1, #0x5", func(a *assembler) { a.addSubImm(opSubs, rZero, 1, imm(5)) }},
		{"cmn x1, #0x5", func(a *assembler) { a.addSubImm(sf|opAdds, rZero, 1, imm(5)) }},
		{"mov x17, sp", func(a *assembler) { a.addSubImm(sf|opAdd, 17, rSP, imm(0)) }},
		{"and x1, x2, #0xff", func(a *assembler) { a.logicImm(opAnd, 1, 2, mask(0xff)) }},
		{"and x1, x2, #0xffffffffffe00000", func(a *assembler) { a.logicImm(opAnd, 1, 2, mask(0xffffffffffe00000)) }},
		{"orr x1, x2, #0x5555555555555555", func(a *assembler) { a.logicImm(opOrr, 1, 2, mask(0x5555555555555555)) }},
		{"eor x1, x2, #0xf000f000f000f000", func(a *assembler) { a.logicImm(opEor, 1, 2, mask(0xf000f000f000f000)) }},
		{"tst x2, #0xff00", func(a *assembler) { a.logicImm(opAnds, rZero, 2, mask(0xff00)) }},
		{"mul x1, x2, x3", func(a *assembler) { a.mul(1, 2, 3) }},
		{"smulh x1, x2, x3", func(a *assembler) { a.smulh(1, 2, 3) }},
		{"msub x1, x2, x3, x4", func(a *assembler) { a.msub(1, 2, 3, 4) }},
		{"sdiv x1, x2, x3", func(a *assembler) { a.sdiv(1, 2, 3) }},
		{"lsl x1, x2, x3", func(a *assembler) { a.lslv(1, 2, 3) }},
		{"lsr x1, x2, x3", func(a *assembler) { a.lsrv(1, 2, 3) }},
		{"asr x1, x2, x3", func(a *assembler) { a.asrv(1, 2, 3) }},
		{"lsl x1, x2, #5", func(a *assembler) { a.lsl(1, 2, 5) }},
		{"lsr x1, x2, #63", func(a *assembler) { a.lsr(1, 2, 63) }},
		{"asr x1, x2, #1", func(a *assembler) { a.asr(1, 2, 1) }},
		{"sxtw x1, w2", func(a *assembler) { a.sxtw(1, 2) }},
		{"cset x1, lt", func(a *assembler) { a.cset(1, clt) }},
		{"fadd d1, d2, d3", func(a *assembler) { a.fop(opFAdd, 1, 2, 3) }},
		{"fsub d1, d2, d3", func(a *assembler) { a.fop(opFSub, 1, 2, 3) }},
		{"fmul d1, d2, d3", func(a *assembler) { a.fop(opFMul, 1, 2, 3) }},
		{"fdiv d1, d2, d3", func(a *assembler) { a.fop(opFDiv, 1, 2, 3) }},
		{"fmov d1, d2", func(a *assembler) { a.fun(opFMov, 1, 2) }},
		{"fneg d1, d2", func(a *assembler) { a.fun(opFNeg, 1, 2) }},
		{"fsqrt d1, d2", func(a *assembler) { a.fun(opFSqrt, 1, 2) }},
		{"scvtf d1, x2", func(a *assembler) { a.fun(opScvtf, 1, 2) }},
		{"fcvtzs x1, d2", func(a *assembler) { a.fun(opFcvtzs, 1, 2) }},
		{"fmov x1, d2", func(a *assembler) { a.fun(opFToX, 1, 2) }},
		{"fmov d1, x2", func(a *assembler) { a.fun(opXToF, 1, 2) }},
		{"fcmp d1, d2", func(a *assembler) { a.fcmp(1, 2) }},
		{"br x16", func(a *assembler) { a.br(16) }},
		{"ret", func(a *assembler) { a.ret() }},
	}
	for _, f := range forms {
		a := &assembler{}
		f.emit(a)
		i, err := arm64asm.Decode(a.code)
		if err != nil {
			t.Errorf("%s: % x: %v", f.want, a.code, err)
			continue
		}
		if got := arm64asm.GNUSyntax(i); got != f.want {
			t.Errorf("% x is %q, want %q", a.code, got, f.want)
		}
	}
}

// Branches, forward and back.
func TestLink(t *testing.T) {
	a := &assembler{label: []int32{0, -1}}
	a.b(1)
	a.bcond(cne, 0)
	a.cbz(3, 1, false)
	a.cbz(3, 1, true)
	a.adr(4, 0)
	a.label[1] = a.pos()
	if !a.link() {
		t.Fatal("too far")
	}
	want := []string{"b .+0x14", "b.ne .+0xfffffffffffffffc", "cbz x3, .+0xc", "cbnz x3, .+0x8", "adr x4, .+0xfffffffffffffff0"}
	for n, w := range want {
		i, err := arm64asm.Decode(a.code[4*n:])
		if err != nil || arm64asm.GNUSyntax(i) != w {
			t.Errorf("%d: %v %v, want %s", n, arm64asm.GNUSyntax(i), err, w)
		}
	}
	a = &assembler{label: []int32{1 << 21}}
	a.bcond(ceq, 0)
	if a.link() {
		t.Error("a branch over 2 MB is said to reach")
	}
}

// Constants come out as they went in: the moves are carried out here.
func TestMovImm(t *testing.T) {
	for _, v := range []uint64{0, 1, 0xffff, 0x10000, 0xffff0000, 1 << 63, math.MaxUint64, math.MaxInt64, 0x123456789abcdef0,
		0xffff123456789abc, 0xfffffffffffffffe, 0xffffffff00000000, 0x00ff00ff00ff00ff, 0xdeadbeef, 0x7fffffff, 0xffff0000ffff1234} {
		a := &assembler{}
		a.movImm(5, v)
		got := uint64(0)
		for n := 0; n < len(a.code); n += 4 {
			w := uint32(a.code[n]) | uint32(a.code[n+1])<<8 | uint32(a.code[n+2])<<16 | uint32(a.code[n+3])<<24
			sh, x := w>>21&3*16, uint64(w>>5&0xffff)
			switch w >> 23 {
			case 0x1a5: // movz
				got = x << sh
			case 0x125: // movn
				got = ^(x << sh)
			case 0x1e5: // movk
				got = got&^(0xffff<<sh) | x<<sh
			case 0x164: // orr with a bit mask: checked by the decoder
				i, err := arm64asm.Decode(a.code[n:])
				if err != nil {
					t.Fatal(err)
				}
				if m, ok := i.Args[1].(arm64asm.Imm64); ok {
					got = m.Imm
				} else if m, ok := i.Args[2].(arm64asm.Imm64); ok {
					got = m.Imm
				} else {
					t.Fatalf("%v", i)
				}
			default:
				t.Fatalf("%#x: %#x", v, w)
			}
			if w&31 != 5 {
				t.Errorf("%#x: wrong register", v)
			}
		}
		if got != v {
			t.Errorf("%#x comes out as %#x", v, got)
		}
	}
}

// Whatever may be asked of the back end, it has code for.
func TestEveryOperation(t *testing.T) {
	for o := ir.Bind; ; o++ {
		info := o.Info()
		if info.Name == "" {
			break
		}
		b := ir.NewBuilder(info.Name)
		l := b.NewLabel()
		in := ir.Ins{Op: o, D: ir.None, A: ir.None, B: ir.None, L: ir.NoLabel}
		reg := func(float bool) ir.Reg {
			if float {
				r := b.NewFloat()
				b.ConstF(r, 0)
				return r
			}
			r := b.NewReg()
			b.Const(r, 1)
			return r
		}
		fl := info.Flags
		if fl&(ir.DefD|ir.UseD) != 0 {
			in.D = reg(fl&ir.FloatD != 0)
		}
		if fl&ir.UseA != 0 {
			in.A = reg(fl&ir.FloatAB != 0)
		}
		if fl&ir.UseB != 0 {
			in.B = reg(fl&ir.FloatAB != 0)
		}
		if fl&(ir.Branch|ir.Refers) != 0 {
			in.L = l
		}
		b.Emit(in)
		if o != ir.Bind {
			b.Bind(l)
		}
		b.Exit(0)
		if _, err := Compile(b.Finish()); err != nil {
			t.Errorf("%s: %v", o, err)
		}
	}
}
