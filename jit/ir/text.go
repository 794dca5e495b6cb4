package ir

import (
	"fmt"
	"strings"
)

// String renders the function, one instruction a line; Parse reads it back.
func (f *Func) String() string {
	var s strings.Builder
	fmt.Fprintf(&s, "func %s\n", f.Name)
	for _, l := range f.Entries {
		fmt.Fprintf(&s, "entry L%d\n", l)
	}
	for i := range f.Code {
		if n := f.Notes[i]; n != "" {
			for _, line := range strings.Split(n, "\n") {
				fmt.Fprintf(&s, "; %s\n", line)
			}
		}
		s.WriteString(f.Format(&f.Code[i]))
		s.WriteByte('\n')
	}
	return s.String()
}

// RegName is the name of a register in the text form: ip, fp, ctx, rN, or fN
// for doubles.
func (f *Func) RegName(r Reg) string {
	switch r {
	case None:
		return "_"
	case IP:
		return "ip"
	case FP:
		return "fp"
	case CTX:
		return "ctx"
	}
	if f.IsFloat(r) {
		return fmt.Sprintf("f%d", r)
	}
	return fmt.Sprintf("r%d", r)
}

// Format renders one instruction.
func (f *Func) Format(i *Ins) string {
	if i.Op == Bind {
		return fmt.Sprintf("L%d:", i.L)
	}
	info := i.Op.Info()
	fl := info.Flags
	var s strings.Builder
	s.WriteString("\t")
	s.WriteString(info.Name)
	if fl&HasCond != 0 {
		s.WriteString("." + i.Cc.String())
	}
	sep := " "
	arg := func(a string) {
		s.WriteString(sep + a)
		sep = ", "
	}
	if fl&DefD != 0 {
		arg(f.RegName(i.D))
	}
	if fl&Memory != 0 {
		m := "[" + f.RegName(i.A)
		if i.B != None {
			m += "+" + f.RegName(i.B)
			if i.Scale != 0 {
				m += fmt.Sprintf("<<%d", i.Scale)
			}
		}
		if i.Off != 0 {
			m += fmt.Sprintf("%+d", i.Off)
		}
		arg(m + "]")
	} else {
		if fl&UseA != 0 {
			arg(f.RegName(i.A))
		}
		if fl&UseB != 0 && i.B != None {
			arg(f.RegName(i.B))
		}
	}
	if fl&UseD != 0 && i.D != None {
		arg(f.RegName(i.D))
	}
	if fl&HasImm != 0 || fl&ImmForB != 0 && (fl&Memory == 0 && i.B == None || fl&Memory != 0 && i.D == None) {
		arg(fmt.Sprint(i.Imm))
	}
	if fl&(Branch|Refers) != 0 {
		arg(fmt.Sprintf("L%d", i.L))
	}
	return s.String()
}
