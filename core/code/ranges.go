package code

import (
	"sort"

	"github.com/ebb-vm/ebb/core/opcode"
)

// calcRanges computes the live ranges of temporaries into d.A.Ranges, with
// Var = temporary<<3 | kind. It walks the code backwards, remembering for
// each temporary its last use, and closes a range at the definition. Values
// that need no cleaning up (booleans, classes, finally addresses) get none.
func (d *Draft) calcRanges() {
	const none = ^uint32(0)
	last := make([]uint32, d.NumTmps)
	for i := range last {
		last[i] = none
	}
	var out []LiveRange
	add := func(v, kind, start, end uint32) {
		out = append(out, LiveRange{v<<3 | kind, start, end})
	}
	tmp := func(o Operand) bool { return o.Kind&(Tmp|Var) != 0 }

	define := func(v uint32, def int) {
		end := last[v]
		last[v] = none
		if end == none || uint32(def)+1 == end {
			return
		}
		start := uint32(def)
		switch d.Ops[def].Code {
		case opcode.JmpzEx, opcode.JmpnzEx, opcode.Bool, opcode.BoolNot,
			opcode.FetchClass, opcode.DeclareAnonClass, opcode.FastCall:
			return
		case opcode.BeginSilence:
			add(v, LiveSilence, start+1, end)
		case opcode.RopeInit:
			add(v, LiveRope, start, end)
		case opcode.FeResetR, opcode.FeResetRw:
			add(v, LiveLoop, start+1, end)
		case opcode.New:
			// Until the constructor has run the object counts as half made.
			done := d.endOfCall(def, int(end))
			add(v, LiveNew, start+1, uint32(done)+1)
			if uint32(done)+1 == end {
				return
			}
			add(v, LiveTmpVar, uint32(done)+1, end)
		case opcode.CopyTmp:
			d.copyRange(v, def, int(end), add)
		default:
			add(v, LiveTmpVar, start+1, end)
		}
	}

	for i := len(d.Ops) - 1; i >= 0; i-- {
		op := &d.Ops[i]
		if tmp(op.Res) && !op.Code.Is(opcode.Modifies) && (op.Code != opcode.Separate || d.SeparateDefines) {
			define(op.Res.N, i)
		}
		if tmp(op.Op1) && last[op.Op1.N] == none && !keepsOp1(op.Code) {
			last[op.Op1.N] = uint32(i)
			if op.Code == opcode.OpData {
				last[op.Op1.N]--
			}
		}
		if tmp(op.Op2) {
			if op.Code.Is(opcode.DefinesOp2) {
				define(op.Op2.N, i)
			} else if last[op.Op2.N] == none {
				last[op.Op2.N] = uint32(i)
			}
		}
	}
	for l, r := 0, len(out)-1; l < r; l, r = l+1, r-1 {
		out[l], out[r] = out[r], out[l]
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Start < out[j].Start })
	d.A.Ranges = out
}

// keepsOp1 excludes the fetches of foreach, whose iterator is dropped by an FE_FREE behind them.
func keepsOp1(c opcode.Op) bool {
	return c.Is(opcode.KeepsOp1) && c != opcode.FeFetchR && c != opcode.FeFetchRw
}

// endOfCall finds the DO_* that belongs to the NEW at def, at most up to limit.
func (d *Draft) endOfCall(def, limit int) int {
	level := 0
	i := def
	for i+1 < limit {
		i++
		switch c := d.Ops[i].Code; {
		case c.Is(opcode.StartsCall) && c != opcode.InitParentPropertyHookCall:
			level++
		case c == opcode.DoFcall || c == opcode.DoFcallByName || c == opcode.DoIcall || c == opcode.DoUcall:
			if level == 0 {
				return i
			}
			level--
		}
	}
	return i
}

// copyRange closes the range of a COPY_TMP. Its value is used on the null
// branch of ??= and freed on the other, so there are two ranges.
func (d *Draft) copyRange(v uint32, def, end int, add func(v, kind, start, end uint32)) {
	if d.Ops[end].Code != opcode.Free {
		add(v, LiveTmpVar, uint32(def)+1, uint32(end))
		return
	}
	block := end
	for d.Ops[block-1].Code == opcode.Free {
		block--
	}
	if block != end {
		add(v, LiveTmpVar, uint32(block), uint32(end))
	}
	for use := end - 1; use > def; use-- {
		op := &d.Ops[use]
		if op.Op1.Kind&(Tmp|Var) != 0 && op.Op1.N == v || op.Op2.Kind&(Tmp|Var) != 0 && op.Op2.N == v {
			add(v, LiveTmpVar, uint32(def)+1, uint32(use))
			return
		}
	}
	add(v, LiveTmpVar, uint32(def)+1, uint32(block))
}
