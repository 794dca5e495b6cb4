package opt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
)

// passNops takes out NOPs where no pass over blocks did.
func passNops(f *fn) {
	if f.s.level&LevelBlocks != 0 {
		return
	}
	f.removeNops()
}

// removeNops closes the gaps that NOPs leave.
func (f *fn) removeNops() {
	n := len(f.Ops)
	shift := make([]uint32, n+1)
	k := uint32(0)
	for i := range f.Ops {
		shift[i] = k
		if f.Ops[i].Code != opcode.Nop {
			k++
		}
	}
	shift[n] = k
	if int(k) == n {
		return
	}
	out := f.Ops[:0]
	for i := range f.Ops {
		op := f.Ops[i]
		if op.Code == opcode.Nop {
			continue
		}
		targets(&op, func(t *uint32) { *t = shift[*t] })
		if t := f.table(&op); t != nil {
			nt := &code.ArrayLit{Keys: t.Keys, Vals: make([]code.Lit, len(t.Vals))}
			for j := range t.Vals {
				nt.Vals[j] = code.LongLit(int64(shift[t.Vals[j].N]))
			}
			f.Lits[op.Op2.N].A = nt
		}
		out = append(out, op)
	}
	f.Ops = out
	for i := range f.Try {
		t := &f.Try[i]
		for _, p := range []*uint32{&t.Try, &t.Catch, &t.Finally, &t.FinallyEnd} {
			if *p != 0 {
				*p = shift[*p]
			}
		}
	}
}

// passVars removes variables and temporaries that no opline names.
func passVars(f *fn) {
	cv := make([]bool, len(f.CVs))
	tmp := make([]bool, f.NumTmps)
	each := func(visit func(o *code.Operand, op *code.Op, res bool)) {
		for i := range f.Ops {
			op := &f.Ops[i]
			visit(&op.Op1, op, false)
			visit(&op.Op2, op, false)
			visit(&op.Res, op, true)
		}
	}
	each(func(o *code.Operand, op *code.Op, res bool) {
		switch {
		case o.Kind == code.CV:
			cv[o.N] = true
		case isTmp(*o):
			tmp[o.N] = true
			if res && op.Code == opcode.RopeInit {
				for k := 1; k < ropeSlots(op.Ext); k++ {
					tmp[int(o.N)+k] = true
				}
			}
		}
	})
	for i := 0; i < f.NumArgs && i < len(cv); i++ {
		cv[i] = true
	}
	if f.flags&code.AccVariadic != 0 && f.NumArgs < len(cv) {
		cv[f.NumArgs] = true
	}
	renum := func(used []bool) ([]uint32, int) {
		m := make([]uint32, len(used))
		n := uint32(0)
		for i, u := range used {
			m[i] = n
			if u {
				n++
			}
		}
		return m, int(n)
	}
	cvTo, cvs := renum(cv)
	tmpTo, tmps := renum(tmp)
	if cvs == len(cv) && tmps == len(tmp) {
		return
	}
	each(func(o *code.Operand, _ *code.Op, _ bool) {
		switch {
		case o.Kind == code.CV:
			o.N = cvTo[o.N]
		case isTmp(*o):
			o.N = tmpTo[o.N]
		}
	})
	names := make([]string, 0, cvs)
	for i, u := range cv {
		if u {
			names = append(names, f.CVs[i])
		}
	}
	f.CVs = names
	f.NumTmps = tmps
}
