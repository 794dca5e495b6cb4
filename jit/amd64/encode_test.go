package amd64

import (
	"testing"

	"golang.org/x/arch/x86/x86asm"

	"github.com/ebb-vm/ebb/jit/ir"
)

// Every form of the encoder is read back by x/arch's decoder, with registers
// that need every sort of prefix and operand byte.
func TestEncode(t *testing.T) {
	forms := []struct {
		want string
		emit func(a *assembler)
	}{
		{"mov rcx, r9", func(a *assembler) { a.mov(rcx, 9) }},
		{"mov r9, rcx", func(a *assembler) { a.mov(9, rcx) }},
		{"movaps xmm1, xmm9", func(a *assembler) { a.movF(1, 9) }},
		{"mov eax, 0x5", func(a *assembler) { a.movImm(rax, 5) }},
		{"mov r9d, -0x1", func(a *assembler) { a.movImm(9, 0xffffffff) }},
		{"mov r9, -0x1", func(a *assembler) { a.movImm(9, -1) }},
		{"mov r9, 0x123456789abcdef0", func(a *assembler) { a.movImm(9, 0x123456789abcdef0) }},
		{"add r9, 0x7f", func(a *assembler) { a.aluImm(extAdd, 9, 127) }},
		{"cmp rcx, 0x80", func(a *assembler) { a.aluImm(extCmp, rcx, 128) }},
		{"and rcx, -0x200000", func(a *assembler) { a.aluImm(extAnd, rcx, -0x200000) }},
		{"or rcx, 0x1", func(a *assembler) { a.aluImm(extOr, rcx, 1) }},
		{"xor rcx, 0x1", func(a *assembler) { a.aluImm(extXor, rcx, 1) }},
		{"add qword ptr [rdi+0x40], 0x1", func(a *assembler) { a.aluMemImm(extAdd, mem{rdi, none, 0, 64}, 1, true) }},
		{"cmp dword ptr [rbx+r9+0x58], 0x4", func(a *assembler) { a.aluMemImm(extCmp, mem{rbx, 9, 0, 88}, 4, false) }},
		{"cmp dword ptr [rbx], 0x307", func(a *assembler) { a.aluMemImm(extCmp, mem{rbx, none, 0, 0}, 0x307, false) }},
		{"mov rax, qword ptr [rsp+0x8]", func(a *assembler) { a.mems(op1(0x8b).w(), rax, mem{rsp, none, 0, 8}) }},
		{"mov rax, qword ptr [r12]", func(a *assembler) { a.mems(op1(0x8b).w(), rax, mem{12, none, 0, 0}) }},
		{"mov rax, qword ptr [r13]", func(a *assembler) { a.mems(op1(0x8b).w(), rax, mem{13, none, 0, 0}) }},
		{"mov rax, qword ptr [rbp]", func(a *assembler) { a.mems(op1(0x8b).w(), rax, mem{rbp, none, 0, 0}) }},
		{"mov r15, qword ptr [r8+8*r15-0x80]", func(a *assembler) { a.mems(op1(0x8b).w(), 15, mem{8, 15, 3, -128}) }},
		{"mov r15d, dword ptr [r8+0x12345]", func(a *assembler) { a.mems(op1(0x8b), 15, mem{8, none, 0, 0x12345}) }},
		{"mov dword ptr [rbx+0x8], r10d", func(a *assembler) { a.mems(op1(0x89), 10, mem{rbx, none, 0, 8}) }},
		{"mov byte ptr [rbx], bpl", func(a *assembler) { a.mems(op1(0x88).b8(), rbp, mem{rbx, none, 0, 0}) }},
		{"mov byte ptr [rbx], r9b", func(a *assembler) { a.mems(op1(0x88).b8(), 9, mem{rbx, none, 0, 0}) }},
		{"movzx ecx, byte ptr [r9]", func(a *assembler) { a.mems(op2(0xb6), rcx, mem{9, none, 0, 0}) }},
		{"movsxd rcx, dword ptr [r9]", func(a *assembler) { a.mems(op1(0x63).w(), rcx, mem{9, none, 0, 0}) }},
		{"movsd xmm9, qword ptr [r9]", func(a *assembler) { a.mems(sse(0xf2, 0x10), 9, mem{9, none, 0, 0}) }},
		{"movsd qword ptr [rbx], xmm1", func(a *assembler) { a.mems(sse(0xf2, 0x11), 1, mem{rbx, none, 0, 0}) }},
		{"lea rcx, ptr [rbx+4*r9]", func(a *assembler) { a.mems(op1(0x8d).w(), rcx, mem{rbx, 9, 2, 0}) }},
		{"imul rax, r9", func(a *assembler) { a.regs(op2(0xaf).w(), rax, 9) }},
		{"idiv r9", func(a *assembler) { a.regs(op1(0xf7).w(), 7, 9) }},
		{"neg rcx", func(a *assembler) { a.regs(op1(0xf7).w(), 3, rcx) }},
		{"not r9", func(a *assembler) { a.regs(op1(0xf7).w(), 2, 9) }},
		{"shl r9, cl", func(a *assembler) { a.regs(op1(0xd3).w(), 4, 9) }},
		{"sar rcx, cl", func(a *assembler) { a.regs(op1(0xd3).w(), 7, rcx) }},
		{"test rcx, rcx", func(a *assembler) { a.regs(op1(0x85).w(), rcx, rcx) }},
		{"cmp r9, rcx", func(a *assembler) { a.regs(op1(0x39).w(), rcx, 9) }},
		{"setnbe al", func(a *assembler) { a.regs(op2(0x90|byte(ca)), 0, rax) }},
		{"ucomisd xmm1, xmm9", func(a *assembler) { a.regs(sse(0x66, 0x2e), 1, 9) }},
		{"addsd xmm9, xmm1", func(a *assembler) { a.regs(sse(0xf2, 0x58), 9, 1) }},
		{"sqrtsd xmm9, xmm1", func(a *assembler) { a.regs(sse(0xf2, 0x51), 9, 1) }},
		{"cvtsi2sd xmm1, r9", func(a *assembler) { a.regs(sse(0xf2, 0x2a).w(), 1, 9) }},
		{"cvttsd2si r9, xmm1", func(a *assembler) { a.regs(sse(0xf2, 0x2c).w(), 9, 1) }},
		{"movq xmm9, rax", func(a *assembler) { a.regs(sse(0x66, 0x6e).w(), 9, rax) }},
		{"movq r9, xmm1", func(a *assembler) { a.regs(sse(0x66, 0x7e).w(), 1, 9) }},
		{"jmp qword ptr [rsi]", func(a *assembler) { a.mems(op1(0xff), 4, mem{rsi, none, 0, 0}) }},
		{"jmp r9", func(a *assembler) { a.regs(op1(0xff), 4, 9) }},
		{"cmp rsp, qword ptr [r14+0x10]", func(a *assembler) { a.mems(op1(0x3b).w(), rsp, mem{r14, none, 0, 16}) }},
		{"ret", func(a *assembler) { a.ret() }},
	}
	for _, f := range forms {
		a := &assembler{}
		f.emit(a)
		i, err := x86asm.Decode(a.code, 64)
		if err != nil || i.Len != len(a.code) {
			t.Errorf("%s: % x: %v, %d bytes", f.want, a.code, err, i.Len)
			continue
		}
		if got := x86asm.IntelSyntax(i, 0, nil); got != f.want {
			t.Errorf("% x is %q, want %q", a.code, got, f.want)
		}
	}
}

// Branches, forward and back, near and far.
func TestLink(t *testing.T) {
	a := &assembler{label: []int32{0, -1}}
	a.jmp(1)
	a.jcc(cne, 0)
	a.jmp(0)
	a.leaLabel(9, 0)
	for len(a.code) < 200 {
		a.bytes(0x90)
	}
	a.jcc(ce, 0)
	a.jmp(0)
	a.label[1] = a.pos()
	a.link()
	want := map[int]string{0: "jmp .+0xce", 5: "jnz .-0x7", 7: "jmp .-0x9", 9: "lea r9, ptr [rip-0x10]", 200: "jz .-0xce", 206: "jmp .-0xd3"}
	for at, w := range want {
		i, err := x86asm.Decode(a.code[at:], 64)
		if err != nil {
			t.Fatal(err)
		}
		if got := x86asm.IntelSyntax(i, 0, nil); got != w {
			t.Errorf("%d: %s, want %s", at, got, w)
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
		a, err := Compile(b.Finish())
		if err != nil {
			t.Errorf("%s: %v", o, err)
			continue
		}
		for at := 0; at < len(a.Code); {
			i, err := x86asm.Decode(a.Code[at:], 64)
			if err != nil {
				t.Errorf("%s: % x: %v", o, a.Code[at:], err)
				break
			}
			at += i.Len
		}
	}
}
