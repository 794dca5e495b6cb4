package amd64

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/arch/x86/x86asm"

	"github.com/ebb-vm/ebb/jit/ir"
)

// listing shows the machine code of each instruction.
func listing(f *ir.Func, a *ir.Assembly) string {
	var s strings.Builder
	for i := range f.Code {
		s.WriteString(f.Format(&f.Code[i]) + "\n")
		end := len(a.Code)
		if i+1 < len(a.Ins) {
			end = int(a.Ins[i+1])
		}
		for at := int(a.Ins[i]); at < end; {
			in, err := x86asm.Decode(a.Code[at:], 64)
			if err != nil {
				fmt.Fprintf(&s, "\t\t\t\t%x %v\n", a.Code[at:end], err)
				break
			}
			fmt.Fprintf(&s, "\t\t\t\t%4x %s\n", at, x86asm.IntelSyntax(in, uint64(at), nil))
			at += in.Len
		}
	}
	return s.String()
}

var names64 = []string{"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"}
var names32 = []string{"eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi", "r8d", "r9d", "r10d", "r11d", "r12d", "r13d", "r14d", "r15d"}
var names8 = []string{"al", "cl", "dl", "bl", "spl", "bpl", "sil", "dil", "r8b", "r9b", "r10b", "r11b", "r12b", "r13b", "r14b", "r15b"}

func xmm(r reg) string { return fmt.Sprintf("xmm%d", r) }
func r64(r reg) string { return names64[r] }
func r32(r reg) string { return names32[r] }
func r8n(r reg) string { return names8[r] }

func text(m mem) string {
	s := "["
	if m.base != noReg {
		s += r64(m.base)
	}
	if m.index != noReg {
		if m.base != noReg {
			s += "+"
		}
		if m.scale > 0 {
			s += fmt.Sprintf("%d*", 1<<m.scale)
		}
		s += r64(m.index)
	}
	switch {
	case m.off > 0:
		s += fmt.Sprintf("+%#x", m.off)
	case m.off < 0:
		s += fmt.Sprintf("-%#x", -int64(m.off))
	}
	return s + "]"
}

func check(t *testing.T, want string, emit func(e *encoder)) {
	t.Helper()
	e := &encoder{}
	e.reserve()
	emit(e)
	in, err := x86asm.Decode(e.buf[:e.n], 64)
	if err != nil || in.Len != e.n {
		t.Errorf("%s: % x: %v, %d bytes read", want, e.buf[:e.n], err, in.Len)
		return
	}
	if got := x86asm.IntelSyntax(in, 0, nil); got != want {
		t.Errorf("% x is %q, want %q", e.buf[:e.n], got, want)
	}
}

// form is an instruction form: its name, the names of the registers it has in
// ModRM.reg and ModRM.rm, the size of its memory operand.
type form struct {
	name   string
	op     opcode
	w      bool
	r, rm  func(reg) string
	size   string
	memory uint8 // 0: both kinds of operand; 1: memory only; 2: registers only
	to     bool  // the r/m operand comes first
	ext    int   // operation in ModRM.reg; -1: a register is there
	imm    string
}

var forms = []form{
	{"mov", opMov, true, r64, r64, "qword", 0, false, -1, ""},
	{"mov", opMov, false, r32, r32, "dword", 0, false, -1, ""},
	{"mov", opMovTo, true, r64, r64, "qword", 0, true, -1, ""},
	{"mov", opMovTo, false, r32, r32, "dword", 0, true, -1, ""},
	{"mov", opMovTo8, false, r8n, r8n, "byte", 1, true, -1, ""},
	{"mov", opMovTo8I, false, nil, r8n, "byte", 1, true, 0, "0x12"},
	{"mov", opMovToI, true, nil, r64, "qword", 0, true, 0, "0x12345678"},
	{"mov", opMovToI, false, nil, r32, "dword", 0, true, 0, "0x12345678"},
	{"movzx", opMovzx8, false, r32, r8n, "byte", 0, false, -1, ""},
	{"movsxd", opMovsxd, true, r64, r32, "dword", 0, false, -1, ""},
	{"lea", opLea, true, r64, nil, "", 1, false, -1, ""},
	{"test", opTest, true, r64, r64, "qword", 0, true, -1, ""},
	{"test", opTestI8, false, nil, r8n, "byte", 0, true, 0, "0x12"},
	{"test", opTestI, false, nil, r32, "dword", 0, true, 0, "0x12345678"},
	{"test", opTestI, true, nil, r64, "qword", 0, true, 0, "0x12345678"},
	{"bt", opBtI, true, nil, r64, "qword", 0, true, 4, "0x12"},
	{"add", opGroup1, true, nil, r64, "qword", 0, true, 0, "0x12345678"},
	{"or", opGroup1, true, nil, r64, "qword", 0, true, 1, "0x12345678"},
	{"and", opGroup1, false, nil, r32, "dword", 0, true, 4, "0x12345678"},
	{"sub", opGroup1B, true, nil, r64, "qword", 0, true, 5, "0x12"},
	{"xor", opGroup1B, false, nil, r32, "dword", 0, true, 6, "0x12"},
	{"cmp", opGroup1M8, false, nil, r8n, "byte", 1, true, 7, "0x12"},
	{"add", 0x03, true, r64, r64, "qword", 0, false, -1, ""},
	{"or", 0x0B, true, r64, r64, "qword", 0, false, -1, ""},
	{"and", 0x23, false, r32, r32, "dword", 0, false, -1, ""},
	{"sub", 0x2B, true, r64, r64, "qword", 0, false, -1, ""},
	{"xor", 0x33, false, r32, r32, "dword", 0, false, -1, ""},
	{"cmp", 0x3B, true, r64, r64, "qword", 0, false, -1, ""},
	{"add", 0x01, true, r64, r64, "qword", 0, true, -1, ""},
	{"cmp", 0x39, true, r64, r64, "qword", 0, true, -1, ""},
	{"imul", opImul, true, r64, r64, "qword", 0, false, -1, ""},
	{"imul", opImulI, true, r64, r64, "qword", 0, false, -1, "0x12345678"},
	{"imul", opImulI8, true, r64, r64, "qword", 0, false, -1, "0x12"},
	{"not", opUnary, true, nil, r64, "qword", 0, true, 2, ""},
	{"neg", opUnary, true, nil, r64, "qword", 0, true, 3, ""},
	{"idiv", opUnary, true, nil, r64, "qword", 0, true, 7, ""},
	{"shl", opShiftI, true, nil, r64, "qword", 0, true, 4, "0x12"},
	{"shr", opShiftI, true, nil, r64, "qword", 0, true, 5, "0x12"},
	{"sar", opShift1, true, nil, r64, "qword", 0, true, 7, " 0x1"},
	{"sar", opShiftCL, true, nil, r64, "qword", 0, true, 7, " cl"},
	{"dec", opIncDec, false, nil, r32, "dword", 0, true, 1, ""},
	{"jmp", opJmp, false, nil, r64, "qword", 0, true, 4, ""},
	{"setz", opSetcc | opcode(ccE), false, nil, r8n, "byte", 2, true, 0, ""},
	{"setnbe", opSetcc | opcode(ccA), false, nil, r8n, "byte", 2, true, 0, ""},
	{"setp", opSetcc | opcode(ccP), false, nil, r8n, "byte", 2, true, 0, ""},

	{"movsd", opMovsd, false, xmm, nil, "qword", 1, false, -1, ""},
	{"movsd", opMovsdTo, false, xmm, nil, "qword", 1, true, -1, ""},
	{"movaps", opMovaps, false, xmm, xmm, "", 2, false, -1, ""},
	{"xorps", opXorps, false, xmm, xmm, "", 2, false, -1, ""},
	{"addsd", opAddsd, false, xmm, xmm, "qword", 0, false, -1, ""},
	{"subsd", opSubsd, false, xmm, xmm, "qword", 0, false, -1, ""},
	{"mulsd", opMulsd, false, xmm, xmm, "qword", 0, false, -1, ""},
	{"divsd", opDivsd, false, xmm, xmm, "qword", 0, false, -1, ""},
	{"sqrtsd", opSqrtsd, false, xmm, xmm, "qword", 0, false, -1, ""},
	{"ucomisd", opUcomisd, false, xmm, xmm, "qword", 0, false, -1, ""},
	{"cvtsi2sd", opCvtsi2sd, true, xmm, r64, "qword", 0, false, -1, ""},
	{"cvttsd2si", opCvttsd2i, true, r64, xmm, "qword", 0, false, -1, ""},
	{"movq", opMovqX, true, xmm, r64, "", 2, false, -1, ""},
	{"movq", opMovqG, true, xmm, r64, "", 2, true, -1, ""},
	{"pcmpeqd", opPcmpeqd, false, xmm, xmm, "", 2, false, -1, ""},
	{"psllq", opPsllqI, false, nil, xmm, "", 2, true, 6, "0x12"},
}

// line puts an instruction together.
func (f *form) line(r, rm string) string {
	args := []string{r, rm}
	switch {
	case f.ext >= 0:
		args = []string{rm}
	case f.to:
		args = []string{rm, r}
	}
	if f.imm != "" {
		args = append(args, strings.TrimSpace(f.imm))
	}
	return f.name + " " + strings.Join(args, ", ")
}

func (f *form) emitImm(e *encoder) {
	switch f.imm {
	case "0x12":
		e.byte(0x12)
	case "0x12345678":
		e.imm32(0x12345678)
	}
}

// TestForms reads back every form with every register and every shape of
// memory operand.
func TestForms(t *testing.T) {
	for i := range forms {
		f := &forms[i]
		top := reg(16)
		if f.ext >= 0 {
			top = 1
		}
		for r := reg(0); r < top; r++ {
			code, name := r, ""
			if f.ext >= 0 {
				code = reg(f.ext)
			} else {
				name = f.r(r)
			}
			for rm := reg(0); rm < 16 && f.memory != 1; rm++ {
				check(t, f.line(name, f.rm(rm)), func(e *encoder) { e.rr(f.op, f.w, code, rm); f.emitImm(e) })
			}
			if f.memory == 2 {
				continue
			}
			var ms []mem
			for base := reg(0); base < 16; base++ {
				for _, off := range []int32{0, 1, 127, -128, 128, -129, 1<<31 - 1, -1 << 31} {
					ms = append(ms, mem{base, noReg, 0, off})
					if r == 0 || r == 13 {
						for index := reg(0); index < 16; index++ {
							if index != rsp {
								ms = append(ms, mem{base, index, uint8(index+base) & 3, off})
							}
						}
					}
				}
			}
			for _, m := range ms {
				ptr := "ptr "
				if f.size != "" {
					ptr = f.size + " ptr "
				}
				check(t, f.line(name, ptr+text(m)), func(e *encoder) { e.rm(f.op, f.w, code, m); f.emitImm(e) })
			}
		}
	}
}

func TestConstants(t *testing.T) {
	for r := reg(0); r < 16; r++ {
		check(t, fmt.Sprintf("xor %s, %s", r32(r), r32(r)), func(e *encoder) { e.constant(r, 0) })
		check(t, fmt.Sprintf("mov %s, 0x12345678", r32(r)), func(e *encoder) { e.constant(r, 0x12345678) })
		check(t, fmt.Sprintf("mov %s, -0x12345678", r64(r)), func(e *encoder) { e.constant(r, -0x12345678) })
		check(t, fmt.Sprintf("mov %s, 0x123456789abcdef0", r64(r)), func(e *encoder) { e.constant(r, 0x123456789abcdef0) })
	}
	check(t, "cqo", func(e *encoder) { e.cqo() })
	check(t, "ret", func(e *encoder) { e.ret() })
}

// TestBranches has branches near and far, forward and back.
func TestBranches(t *testing.T) {
	for _, gap := range []int{0, 1, 40, 41, 42, 43, 60, 500} {
		b := ir.NewBuilder("branches")
		back, ahead, entry := b.NewLabel(), b.NewLabel(), b.NewLabel()
		b.Bind(back)
		b.LabelAddr(ir.IP, entry)
		b.BrM8(ir.NE, ir.At(ir.FP, 0), 1, ahead)
		for range gap {
			b.Op1(ir.Not, ir.IP, ir.IP) // three bytes
		}
		b.Jmp(back)
		b.Bind(entry)
		b.Exit(0)
		b.Bind(ahead)
		b.BrM8(ir.EQ, ir.At(ir.FP, 0), 2, back)
		b.Exit(0)
		f := b.Finish()
		a, err := Compile(f)
		if err != nil {
			t.Fatal(err)
		}
		target := func(at int) (string, int, int) {
			in, err := x86asm.Decode(a.Code[at:], 64)
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range in.Args {
				switch x := x.(type) {
				case x86asm.Rel:
					return in.Op.String(), at + in.Len + int(x), in.Len
				case x86asm.Mem:
					return in.Op.String(), at + in.Len + int(x.Disp), in.Len
				}
			}
			return in.Op.String(), 0, in.Len
		}
		ins := func(i int) int { return int(a.Ins[i]) }
		label := func(l ir.Label) int { return int(a.Labels[l]) }
		if _, to, _ := target(ins(1)); to != label(entry) {
			t.Errorf("gap %d: the address is %#x\n%s", gap, to, listing(f, a))
		}
		if op, to, n := target(ins(3) - (ins(3) - ins(2) - 3)); to != label(ahead) || op != "JNE" || (n == 2) != (to-ins(3) <= 127) {
			t.Errorf("gap %d: ahead, %s %#x, %d bytes\n%s", gap, op, to, n, listing(f, a))
		}
		if op, to, n := target(ins(3 + gap)); to != label(back) || op != "JMP" || (n == 2) != (ins(3+gap)+2 <= 128) {
			t.Errorf("gap %d: back, %s %#x, %d bytes\n%s", gap, op, to, n, listing(f, a))
		}
	}
}

// TestPeephole counts instructions.
func TestPeephole(t *testing.T) {
	b := ir.NewBuilder("peephole")
	next, chain, end, over := b.NewLabel(), b.NewLabel(), b.NewLabel(), b.NewLabel()
	r := b.NewReg()
	b.Ld64(r, ir.At(ir.FP, 0))
	b.Mov(r, r)
	b.Jmp(next)
	b.Bind(next)
	b.BrI(ir.LT, r, 5, over)
	b.Jmp(chain)
	b.Bind(over)
	b.Exit(1)
	b.Const(r, 9) // never reached
	b.Bind(chain)
	b.Jmp(end)
	b.Bind(end)
	b.Exit(2)
	f := b.Finish()
	a, err := Compile(f)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for at := 0; at < len(a.Code); {
		in, _ := x86asm.Decode(a.Code[at:], 64)
		got = append(got, in.Op.String())
		at += in.Len
	}
	if want := "[MOV CMP JGE MOV RET MOV RET]"; fmt.Sprint(got) != want {
		t.Errorf("%v, want %s\n%s", got, want, listing(f, a))
	}
}

// TestEveryOperation has each row of the table lowered.
func TestEveryOperation(t *testing.T) {
	for o := ir.Bind; o.Info().Name != ""; o++ {
		b := ir.NewBuilder(o.String())
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
		fl := o.Info().Flags
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
	b := ir.NewBuilder("unbound")
	b.Jmp(b.NewLabel())
	if _, err := Compile(b.Finish()); err == nil {
		t.Error("a label that is not bound is no error")
	}
}
