package ir

import "fmt"

// Verify checks the invariants of the package's documentation, and that
// immediates and scales are ones that every back end has a form for. The code
// at the beginning counts as an entry. Code that nothing reaches is checked for
// its form only.
func (f *Func) Verify() error {
	if len(f.Float) < int(firstVirtual) {
		return fmt.Errorf("ir: %s: the pinned registers are missing", f.Name)
	}
	v := &verifier{f: f, bound: make([]bool, f.Labels)}
	if err := v.labels(); err != nil {
		return err
	}
	for i := range f.Code {
		if err := v.form(&f.Code[i]); err != nil {
			return v.at(i, err)
		}
	}
	if n := len(f.Code); n == 0 || !f.Code[n-1].Op.Is(NoFall) {
		return fmt.Errorf("ir: %s: the end can be reached", f.Name)
	}
	return v.flow()
}

type verifier struct {
	f     *Func
	bound []bool
	entry []bool
}

func (v *verifier) at(i int, err error) error {
	return fmt.Errorf("ir: %s: instruction %d (%s): %w", v.f.Name, i, v.f.safeFormat(&v.f.Code[i]), err)
}

// safeFormat is Format for an instruction whose registers may not exist.
func (f *Func) safeFormat(i *Ins) string {
	for _, r := range []Reg{i.D, i.A, i.B} {
		if r < None || int(r) >= len(f.Float) {
			return i.Op.String()
		}
	}
	if i.Cc >= numConds {
		return i.Op.String()
	}
	s := f.Format(i)
	if s[0] == '\t' {
		s = s[1:]
	}
	return s
}

// labels finds where labels are, and that the entries are somewhere.
func (v *verifier) labels() error {
	for i := range v.f.Code {
		in := &v.f.Code[i]
		if in.Op != Bind {
			continue
		}
		if in.L < 0 || in.L >= Label(v.f.Labels) {
			return v.at(i, fmt.Errorf("there is no such label"))
		}
		if v.bound[in.L] {
			return v.at(i, fmt.Errorf("the label is bound twice"))
		}
		v.bound[in.L] = true
	}
	v.entry = make([]bool, v.f.Labels)
	for _, l := range v.f.Entries {
		if l < 0 || l >= Label(v.f.Labels) || !v.bound[l] {
			return fmt.Errorf("ir: %s: the entry L%d is not bound", v.f.Name, l)
		}
		v.entry[l] = true
	}
	return nil
}

// form checks an instruction by itself.
func (v *verifier) form(i *Ins) error {
	if i.Op == Invalid || i.Op >= numOps {
		return fmt.Errorf("there is no such operation")
	}
	fl := table[i.Op].Flags
	if fl&DefD != 0 {
		if err := v.register(i.D, fl&FloatD != 0); err != nil {
			return err
		}
		if i.D == CTX {
			return fmt.Errorf("the context is written")
		}
	}
	if fl&UseD != 0 && (i.D != None || fl&ImmForB == 0) {
		if err := v.register(i.D, fl&FloatD != 0); err != nil {
			return err
		}
	}
	if fl&UseA != 0 {
		if err := v.register(i.A, fl&FloatAB != 0); err != nil {
			return err
		}
	}
	if fl&UseB != 0 && (i.B != None || fl&(Memory|ImmForB) == 0) {
		if err := v.register(i.B, fl&FloatAB != 0); err != nil {
			return err
		}
	}
	if fl&Memory != 0 && i.Scale > 3 {
		return fmt.Errorf("a scale is 0 to 3")
	}
	if fl&HasCond != 0 {
		if err := condition(i); err != nil {
			return err
		}
	}
	if fl&(Branch|Refers) != 0 {
		if i.L < 0 || i.L >= Label(v.f.Labels) || !v.bound[i.L] {
			return fmt.Errorf("L%d is not bound", i.L)
		}
		if i.Op == LabelAddr && !v.entry[i.L] {
			return fmt.Errorf("L%d is not an entry", i.L)
		}
	}
	return immediate(i)
}

func (v *verifier) register(r Reg, float bool) error {
	if r < 0 || int(r) >= len(v.f.Float) {
		return fmt.Errorf("a register is missing or does not exist")
	}
	if v.f.Float[r] != float {
		return fmt.Errorf("%s is of the other class", v.f.RegName(r))
	}
	return nil
}

// condition checks that a condition means something for the operation.
func condition(i *Ins) error {
	ok := i.Cc <= UGE
	switch {
	case i.Op.Is(FloatAB):
		ok = i.Cc <= GE || i.Cc >= NLT && i.Cc <= NGE
	case i.Op == BrTest || i.Op == BrTestM32:
		ok = i.Cc <= NE
	}
	if !ok {
		return fmt.Errorf("not a condition of this operation")
	}
	return nil
}

// immediate checks the sizes of numbers.
func immediate(i *Ins) error {
	ok := true
	switch i.Op {
	case Shl, Shr, Sar:
		ok = i.B != None || i.Imm >= 0 && i.Imm < 64
	case St8I:
		ok = i.Imm >= -1<<7 && i.Imm < 1<<8
	case BrM8:
		ok = i.Imm >= 0 && i.Imm < 1<<8
	case St32I, AddM32, BrTestM32, BrM32:
		ok = i.Imm >= -1<<31 && i.Imm < 1<<32
	case St64I, AddM64, Dispatch:
		ok = i.Imm == int64(int32(i.Imm))
	case BrM64:
		ok = i.D != None || i.Imm == int64(int32(i.Imm))
	case Exit:
		ok = i.Imm >= 0 && i.Imm < 1<<32
	}
	if !ok {
		return fmt.Errorf("%d is too large a number here", i.Imm)
	}
	return nil
}

// regset is a set of registers; nil stands for a place not reached so far.
type regset []uint64

func (s regset) has(r Reg) bool { return s[r>>6]>>(r&63)&1 != 0 }
func (s regset) add(r Reg)      { s[r>>6] |= 1 << (r & 63) }

// flow checks that registers are written before they are read. It follows the
// code from top to bottom, keeping the set of those that certainly have been
// written and cutting it to what holds on every way to a label, until nothing
// changes any more. At an entry only the pinned ones are in the set.
func (v *verifier) flow() error {
	f := v.f
	words := (len(f.Float) + 63) / 64
	pinned := make(regset, words)
	for r := Reg(0); r < firstVirtual; r++ {
		pinned.add(r)
	}
	at := make([]regset, f.Labels)
	for l, is := range v.entry {
		if is {
			at[l] = append(regset(nil), pinned...)
		}
	}
	now := make(regset, words)
	changed := true
	// meet brings the set to a label; without is None or a register that has no value there.
	meet := func(l Label, without Reg) {
		if at[l] == nil {
			at[l] = append(regset(nil), now...)
			changed = true
		} else {
			for k, w := range at[l] {
				if n := w & now[k]; n != w {
					at[l][k], changed = n, true
				}
			}
		}
		if without >= firstVirtual && at[l].has(without) {
			at[l][without>>6] &^= 1 << (without & 63)
			changed = true
		}
	}
	var missing error
	walk := func(check bool) {
		copy(now, pinned)
		reached := true
		for k := range f.Code {
			i := &f.Code[k]
			if i.Op == Bind {
				if reached {
					meet(i.L, None)
				}
				if reached = at[i.L] != nil; reached {
					copy(now, at[i.L])
				}
				continue
			}
			if !reached {
				continue
			}
			if check {
				i.Uses(func(r Reg) {
					if !now.has(r) && missing == nil {
						missing = v.at(k, fmt.Errorf("%s may not have been written", f.RegName(r)))
					}
				})
			}
			if i.Op.Is(Branch) {
				// A checked operation's result is undefined where it overflows.
				meet(i.L, i.Def())
			}
			if d := i.Def(); d >= 0 {
				now.add(d)
			}
			reached = !i.Op.Is(NoFall)
		}
	}
	for changed {
		changed = false
		walk(false)
	}
	walk(true)
	return missing
}
