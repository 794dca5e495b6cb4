package ir

import (
	"reflect"
	"strings"
	"testing"
)

// every is a function with each operation in each of its forms.
func every() *Func {
	b := NewBuilder("every form")
	e, l, out := b.NewLabel(), b.NewLabel(), b.NewLabel()
	b.Entry(e)
	b.Bind(e)
	b.Note("two\nlines")
	for o := Mov; o < numOps; o++ {
		fl := table[o].Flags
		for form := range 4 {
			reg := func(float bool) Reg {
				if float {
					r := b.NewFloat()
					b.ConstF(r, 3)
					return r
				}
				r := b.NewReg()
				b.Const(r, -1<<63)
				return r
			}
			i := Ins{Op: o, D: None, A: None, B: None, L: NoLabel}
			if fl&(DefD|UseD) != 0 && (form&1 == 0 || fl&ImmForB == 0 || fl&UseD == 0) {
				i.D = reg(fl&FloatD != 0)
			}
			if fl&UseA != 0 {
				i.A = reg(fl&FloatAB != 0)
			}
			if fl&UseB != 0 && (form&2 == 0 || fl&(Memory|ImmForB) == 0) {
				i.B = reg(fl&FloatAB != 0)
			}
			if fl&Memory != 0 {
				i.Off = int32(form-1) * 8
				if i.B != None {
					i.Scale = uint8(form) & 3
				}
			}
			if fl&HasImm != 0 || fl&ImmForB != 0 && (fl&Memory == 0 && i.B == None || fl&Memory != 0 && i.D == None) {
				i.Imm = int64(form) + 5
			}
			if fl&HasCond != 0 {
				i.Cc = Cond(form) & NE
			}
			if fl&(Branch|Refers) != 0 {
				i.L = l
				if o == LabelAddr {
					i.L = e
				}
			}
			b.Emit(i)
			if fl&NoFall != 0 {
				b.Bind(b.NewLabel())
			}
		}
	}
	b.Bind(l)
	b.Jmp(out)
	b.Cold(func() { b.Bind(out); b.Exit(1) })
	return b.Finish()
}

func TestTextRoundTrip(t *testing.T) {
	f := every()
	if err := f.Verify(); err != nil {
		t.Fatal(err)
	}
	g, err := Parse(f.String())
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(f, g) {
		t.Errorf("%s\ncomes back as\n%s", f, g)
	}
}

func TestParseErrors(t *testing.T) {
	for _, text := range []string{
		"", "func a\nfunc b", "func a\nwhat", "func a\n\tnothing r3", "func a\n\tmov r3", "func a\n\tbr r3, r4, L0",
		"func a\n\tbr.what r3, r4, L0", "func a\n\tmov.eq r3, r4", "func a\n\tld8 r3, r4", "func a\n\tld8 r3, [r4",
		"func a\n\tld8 r3, [r4+f5<<x]", "func a\n\tmov r3, r4, r5", "func a\n\tmov r3, f3", "func a\n\texit", "func a\n\tmov r1, r4",
		"func a\n\tjmp", "func a\n\tjmp X1", "func a\n\tmov r99999999, r4", "func a\nentry ", "func a\n\tbind L1", "func a\n\tst8 [ip+", "func a\n\tbrm64.eq [ip+8]",
	} {
		if f, err := Parse(text); err == nil {
			t.Errorf("%q is read as %s", text, f)
		}
	}
}

func TestVerify(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"\texit 1", ""},
		{"", "end"},
		{"\tconst r3, 1", "end"},
		{"\tjmp L0", "not bound"},
		{"L0:\nL0:\n\texit 1", "twice"},
		{"\tmov r3, r4\n\texit 1", "r4 may not"},
		{"\tmovf f3, f4\n\texit 1", "f4 may not"},
		{"\tadd ip, ip, 8\n\tsub fp, fp, 8\n\texit 1", ""},
		{"\tadd ctx, ctx, 8\n\texit 1", "context"},
		{"\tconst r3, 1\n\tfbits r4, r3\n\texit 1", "class"},
		{"\tconstf f3, 1\n\tmovf fp, f3\n\texit 1", "class"},
		{"\tconst r3, 1\n\tbrtest.lt r3, 1, L0\nL0:\n\texit 1", "condition"},
		{"\tconst r3, 1\n\tbr.nlt r3, 1, L0\nL0:\n\texit 1", "condition"},
		{"\tconstf f3, 1\n\tbrf.ult f3, f3, L0\nL0:\n\texit 1", "condition"},
		{"\tst64i [ip], 4294967296\n\texit 1", "large"},
		{"\tconst r3, 1\n\tshl r4, r3, 64\n\texit 1", "large"},
		{"\tld64 r3, [ip+fp<<4]\n\texit 1", "scale"},
		{"\tld64 r3, [_]\n\texit 1", "missing"},
		{"\tconst r3, 1\n\tdiv r4, r3, _\n\texit 1", "missing"},
		{"\tlabeladdr r3, L0\nL0:\n\texit 1", "not an entry"},
		// One way only; then both; then around a loop.
		{"\tbr.eq ip, 0, L0\n\tconst r3, 1\nL0:\n\tmov r4, r3\n\texit 1", "r3 may not"},
		{"\tconst r3, 2\n\tbr.eq ip, 0, L0\n\tconst r3, 1\nL0:\n\tmov r4, r3\n\texit 1", ""},
		{"L0:\n\tbr.eq ip, 0, L1\n\tconst r3, 1\n\tjmp L0\nL1:\n\tmov r4, r3\n\texit 1", "r3 may not"},
		{"\tconst r3, 1\nL0:\n\tbr.eq ip, 0, L0\n\tmov r4, r3\n\texit 1", ""},
		// Nothing is live at an entry, however else the place is reached.
		{"entry L0\n\tconst r3, 1\nL0:\n\tmov r4, r3\n\texit 1", "r3 may not"},
		// The result of a checked operation, where it overflows and where not.
		{"\tconst r3, 1\n\taddo r3, r3, 1, L0\n\tmov r4, r3\n\texit 1\nL0:\n\texit 2", ""},
		{"\tconst r3, 1\n\taddo r3, r3, 1, L0\n\texit 1\nL0:\n\tmov r4, r3\n\texit 2", "r3 may not"},
		// Code that nothing reaches.
		{"\texit 1\nL0:\n\tmov r4, r3\n\tjmp L0", ""},
	} {
		f, err := Parse("func f\n" + c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		err = f.Verify()
		if err == nil && c.want != "" || err != nil && (c.want == "" || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q: got %v, want %q", c.text, err, c.want)
		}
	}
	for _, i := range []Ins{{Op: numOps}, {}, {Op: Mov, D: 99, A: IP}, {Op: Jmp, L: 7}, {Op: Set, Cc: numConds, D: 3, A: IP, B: IP}} {
		f := &Func{Name: "bad", Float: make([]bool, 4), Code: []Ins{i, {Op: Exit}}}
		if f.Verify() == nil {
			t.Errorf("%+v is valid", i)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(every().String())
	f.Fuzz(func(t *testing.T, text string) {
		g, err := Parse(text)
		if err != nil {
			return
		}
		g.Verify()
		again, err := Parse(g.String())
		if err != nil {
			t.Fatalf("%v\n%s", err, g)
		}
		if again.String() != g.String() {
			t.Errorf("%s\ncomes back as\n%s", g, again)
		}
	})
}
