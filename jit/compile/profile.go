package compile

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
	"github.com/ebb-vm/ebb/jit/abi"
	"github.com/ebb-vm/ebb/jit/template"
)

const (
	// wrongGuesses is how often a guessed type may be wrong before the function
	// is compiled again without that guess, and maxRecompiles how often that.
	wrongGuesses  = 10
	maxRecompiles = 20
)

// Profile is what a tier has learned of the types in a function: the source of
// guesses when the function is compiled, again and again if they turn out wrong.
type Profile struct {
	ops     []code.Opline
	guessed []bool // oplines that a guess was made for
	noGuess []bool
	seen    map[operand]uint32 // types that operands had when a guess was wrong
	exits   []uint16
	again   int
}

// operand is an operand of an opline of a function, by template's numbers.
type operand struct{ op, n int }

// NewProfile knows nothing yet of a function's types.
func NewProfile(a *code.OpArray) *Profile {
	return &Profile{ops: a.Ops, noGuess: make([]bool, len(a.Ops)), seen: map[operand]uint32{}}
}

// Begin is called before the function is compiled.
func (p *Profile) Begin() {
	p.guessed = make([]bool, len(p.ops))
	p.exits = make([]uint16, len(p.ops))
}

// Exit notes that compiled code left opline i, of frame fp, to Go and was not done
// with it yet. It reports whether the function should be compiled again.
func (p *Profile) Exit(fp *vmstack.Frame, i int) bool {
	if i < 0 || i >= len(p.exits) || !p.guessed[i] {
		return false
	}
	if p.exits[i]++; p.exits[i] < wrongGuesses || p.again >= maxRecompiles {
		return false
	}
	p.again++
	if !p.look(fp, i) {
		p.noGuess[i] = true
	}
	return true
}

// look notes the types that the operands of an opline have, which were guessed
// wrong. It reports false when that does not help: a type is not a number's, or
// was another one before.
func (p *Profile) look(fp *vmstack.Frame, i int) bool {
	news := false
	note := func(n int, kind code.Kind, off uint32) {
		if kind&(code.CV|code.Tmp|code.Var) == 0 {
			return
		}
		t := numberType(fp.Var(off).T)
		was, known := p.seen[operand{i, n}]
		switch {
		case t == template.Unknown || known && was != t:
			p.seen[operand{i, n}] = template.Unknown
		case !known:
			p.seen[operand{i, n}] = t
			news = true
		}
	}
	op := &p.ops[i]
	note(template.One, op.Op1Kind, op.Op1)
	note(template.Two, op.Op2Kind, op.Op2)
	if opcode.Op(op.Code).Is(opcode.TakesData) {
		note(template.Data, op.Next(1).Op1Kind, op.Next(1).Op1)
	}
	return news
}

// Guess tells what type an operand of opline i will probably have, as Input.Guess
// does: what its variable has in frame fp; what the elements of the array have that
// it is fetched from; an integer.
func (p *Profile) Guess(fp *vmstack.Frame, i, n int) uint32 {
	if n < 0 {
		return numberType(fp.Slot(^n).T)
	}
	if p.noGuess[i] {
		return template.Unknown
	}
	if t, ok := p.seen[operand{i, n}]; ok {
		p.guessed[i] = p.guessed[i] || t != template.Unknown
		return t
	}
	g := p.first(fp, i, n)
	p.guessed[i] = p.guessed[i] || g != template.Unknown
	return g
}

// first is the guess for an operand of which nothing has been learned.
func (p *Profile) first(fp *vmstack.Frame, i, n int) uint32 {
	op := &p.ops[i]
	kind, off := op.Op1Kind, op.Op1
	switch n {
	case template.Two:
		kind, off = op.Op2Kind, op.Op2
	case template.Data:
		kind, off = p.ops[i+1].Op1Kind, p.ops[i+1].Op1
	case template.Res:
		return peek(fp, op)
	}
	switch kind {
	case code.CV:
		t := fp.Var(off).T
		if t&zval.FlagsMask != 0 {
			return template.Unknown
		}
		if g := numberType(t); g != template.Unknown {
			return g
		}
		return abi.Long
	case code.Tmp, code.Var:
		if n == template.One && isDouble(fp, op, op.Op2Kind, op.Op2) || n == template.Two && isDouble(fp, op, op.Op1Kind, op.Op1) {
			return abi.Double
		}
		return abi.Long
	}
	return template.Unknown
}

func numberType(t uint32) uint32 {
	if t == abi.Long || t == abi.Double {
		return t
	}
	return template.Unknown
}

// isDouble reports an operand that is a double as far as can be seen.
func isDouble(fp *vmstack.Frame, op *code.Opline, k code.Kind, off uint32) bool {
	switch k {
	case code.CV:
		return fp.Var(off).T == abi.Double
	case code.Const:
		return op.Literal(off).T == abi.Double
	}
	return false
}

// peek looks at what a fetch would find now.
func peek(fp *vmstack.Frame, op *code.Opline) uint32 {
	switch opcode.Op(op.Code) {
	case opcode.FetchDimR:
		if op.Op1Kind != code.CV {
			return template.Unknown
		}
		v := fp.Var(op.Op1).Deref()
		if zval.Type(v.T) != zval.ArrayT {
			return template.Unknown
		}
		t := v.Arr()
		for i := uint32(0); i < t.Used && i < 4; i++ {
			if s := t.SlotAt(i); s.T != uint32(zval.Undef) {
				return numberType(s.T)
			}
		}
	case opcode.FetchObjR:
		v := &fp.This
		if op.Op1Kind == code.CV {
			v = fp.Var(op.Op1).Deref()
		}
		if zval.Type(v.T) != zval.ObjectT || v.V == 0 || fp.Cache == 0 {
			return template.Unknown
		}
		return peekProp(fp, op, v.Obj())
	}
	return template.Unknown
}

// peekProp looks at the property a run-time cache knows.
func peekProp(fp *vmstack.Frame, op *code.Opline, o *zval.Object) uint32 {
	off := uintptr(op.Ext &^ code.FetchObjFlags)
	class := zval.ValueAt(fp.Cache + off) // two cells, as a value's payload and the word behind it
	if class.V != uint64(o.Class) {
		return template.Unknown
	}
	slot := uintptr(class.T) | uintptr(class.U)<<32
	return numberType(o.PropAt(slot).T)
}
