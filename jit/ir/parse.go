package ir

import (
	"fmt"
	"strconv"
	"strings"
)

// Parse reads what String renders. Registers are as they are named; the class of
// one that is not mentioned is that of integers. The result need not be valid:
// see Verify.
func Parse(text string) (*Func, error) {
	p := &parser{f: &Func{Float: make([]bool, firstVirtual)}, class: map[Reg]bool{}}
	for n, line := range strings.Split(text, "\n") {
		if err := p.line(line); err != nil {
			return nil, fmt.Errorf("ir: line %d: %w", n+1, err)
		}
	}
	if !p.named {
		return nil, fmt.Errorf("ir: no function")
	}
	return p.f, nil
}

type parser struct {
	f     *Func
	named bool
	class map[Reg]bool // of registers mentioned: a double
	rest  string       // of the line
}

// A line is a header, a note, a label or an instruction.
func (p *parser) line(s string) error {
	switch {
	case strings.TrimSpace(s) == "":
		return nil
	case strings.HasPrefix(s, "func "):
		if p.named {
			return fmt.Errorf("a second function")
		}
		p.f.Name, p.named = s[len("func "):], true
		return nil
	case strings.HasPrefix(s, "entry "):
		l, err := p.label(s[len("entry "):])
		p.f.Entries = append(p.f.Entries, l)
		return err
	case strings.HasPrefix(s, "; "):
		if p.f.Notes == nil {
			p.f.Notes = map[int]string{}
		}
		at := len(p.f.Code)
		if old := p.f.Notes[at]; old != "" {
			s = "; " + old + "\n" + s[2:]
		}
		p.f.Notes[at] = s[2:]
		return nil
	case s[0] == 'L' && strings.HasSuffix(s, ":"):
		l, err := p.label(s[:len(s)-1])
		p.f.Code = append(p.f.Code, Ins{Op: Bind, D: None, A: None, B: None, L: l})
		return err
	case s[0] == '\t':
		return p.instruction(s[1:])
	}
	return fmt.Errorf("neither header nor label nor instruction: %q", s)
}

func (p *parser) instruction(s string) error {
	name, args, _ := strings.Cut(s, " ")
	name, cc, hasCond := strings.Cut(name, ".")
	op, ok := ByName(name)
	if !ok || op == Bind {
		return fmt.Errorf("no operation %q", name)
	}
	i := Ins{Op: op, D: None, A: None, B: None, L: NoLabel}
	fl := table[op].Flags
	if hasCond != (fl&HasCond != 0) {
		return fmt.Errorf("condition of %q", s)
	}
	if hasCond {
		found := false
		for c, n := range condNames {
			if n == cc {
				i.Cc, found = Cond(c), true
			}
		}
		if !found {
			return fmt.Errorf("no condition %q", cc)
		}
	}
	p.rest = args
	var err error
	// reg takes the next argument if it is a register.
	reg := func(r *Reg) bool {
		if err != nil {
			return false
		}
		a, rest, _ := strings.Cut(p.rest, ", ")
		n, ok, e := p.register(a)
		if err = e; ok && e == nil {
			*r, p.rest = n, rest
		}
		return ok
	}
	must := func(r *Reg) {
		if !reg(r) && err == nil {
			err = fmt.Errorf("a register is missing in %q", s)
		}
	}
	if fl&DefD != 0 {
		must(&i.D)
	}
	if fl&Memory != 0 {
		if err == nil {
			err = p.memory(&i)
		}
	} else {
		if fl&UseA != 0 {
			must(&i.A)
		}
		if fl&UseB != 0 {
			reg(&i.B)
		}
	}
	if fl&UseD != 0 {
		reg(&i.D)
	}
	if err != nil {
		return err
	}
	if fl&HasImm != 0 || fl&ImmForB != 0 && (fl&Memory == 0 && i.B == None || fl&Memory != 0 && i.D == None) {
		a, rest, _ := strings.Cut(p.rest, ", ")
		if i.Imm, err = strconv.ParseInt(a, 10, 64); err != nil {
			return err
		}
		p.rest = rest
	}
	if fl&(Branch|Refers) != 0 {
		if i.L, err = p.label(p.rest); err != nil {
			return err
		}
		p.rest = ""
	}
	if p.rest != "" {
		return fmt.Errorf("%q is too much in %q", p.rest, s)
	}
	p.f.Code = append(p.f.Code, i)
	return nil
}

// memory takes an operand in brackets.
func (p *parser) memory(i *Ins) error {
	end := strings.IndexByte(p.rest, ']')
	if end < 0 || p.rest[0] != '[' {
		return fmt.Errorf("no memory operand in %q", p.rest)
	}
	s := p.rest[1:end]
	p.rest = strings.TrimPrefix(p.rest[end+1:], ", ")
	word := func() string {
		n := strings.IndexAny(s, "+-<")
		if n < 0 {
			n = len(s)
		}
		w := s[:n]
		s = s[n:]
		return w
	}
	var ok bool
	var err error
	if i.A, ok, err = p.register(word()); err != nil || !ok {
		return fmt.Errorf("no base in a memory operand")
	}
	if len(s) > 1 && s[0] == '+' && (s[1] < '0' || s[1] > '9') {
		s = s[1:]
		if i.B, ok, err = p.register(word()); err != nil || !ok {
			return fmt.Errorf("no index in a memory operand")
		}
		if strings.HasPrefix(s, "<<") {
			s = s[2:]
			n, err := strconv.ParseUint(word(), 10, 8)
			if err != nil {
				return err
			}
			i.Scale = uint8(n)
		}
	}
	if s != "" {
		n, err := strconv.ParseInt(s, 10, 32)
		if err != nil {
			return err
		}
		i.Off = int32(n)
	}
	return nil
}

// maxNumber bounds the numbers of registers and labels, which cost memory.
const maxNumber = 1 << 20

func (p *parser) label(s string) (Label, error) {
	n, err := strconv.ParseUint(strings.TrimPrefix(s, "L"), 10, 32)
	if err != nil || s[0] != 'L' || n >= maxNumber {
		return NoLabel, fmt.Errorf("no label: %q", s)
	}
	p.f.Labels = max(p.f.Labels, int32(n)+1)
	return Label(n), nil
}

// register reads a name; ok is false if it is none of a register.
func (p *parser) register(s string) (r Reg, ok bool, err error) {
	switch s {
	case "_":
		return None, true, nil
	case "ip":
		return IP, true, nil
	case "fp":
		return FP, true, nil
	case "ctx":
		return CTX, true, nil
	case "":
		return None, false, nil
	}
	n, e := strconv.ParseUint(s[1:], 10, 32)
	if s[0] != 'r' && s[0] != 'f' || e != nil {
		return None, false, nil
	}
	float := s[0] == 'f'
	r = Reg(n)
	if n < uint64(firstVirtual) || n >= maxNumber {
		return None, false, fmt.Errorf("no register: %q", s)
	}
	if was, known := p.class[r]; known && was != float {
		return None, false, fmt.Errorf("%q is of two classes", s)
	}
	p.class[r] = float
	for int(r) >= len(p.f.Float) {
		p.f.Float = append(p.f.Float, false)
	}
	p.f.Float[r] = float
	return r, true, nil
}
