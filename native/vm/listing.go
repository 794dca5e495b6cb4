package vm

import (
	"fmt"
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/jit/abi"
	"github.com/ebb-vm/ebb/jit/compile"
	"github.com/ebb-vm/ebb/jit/ir"
	"github.com/ebb-vm/ebb/jit/template"
)

// Listing compiles a function that does not run and shows its oplines, each
// followed by its code: the intermediate representation, and the machine code
// made of each of its instructions if asm is set. Types are guessed to be
// integers where nothing is known.
func (v *VM) Listing(a *code.OpArray, asm bool) (string, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	out := compile.Function(compile.Input{
		Name: a.DisplayName(), Ops: a.Ops,
		NumArgs: int(a.Desc.NumArgs), NumCVs: int(a.Desc.NumCVs), NumTmps: int(a.Desc.NumTmps),
		Guess: func(i, n int) uint32 {
			if n < 0 || n == template.Res {
				return template.Unknown
			}
			return abi.Long
		},
		Handler: func(i int) uintptr { return uintptr(v.plain(&a.Ops[i])) },
		Roots:   compile.Roots(a),
		Typed:   v.opts.JIT != FuncMode,
	})
	f := out.Func
	m, err := assemble(f)
	if err != nil {
		return "", err
	}
	var s strings.Builder
	fmt.Fprintf(&s, "%s: %d of %d oplines inlined, %d instructions, %d bytes, %d words spilled\n",
		a.DisplayName(), out.Inlined, out.Total, len(f.Code), len(m.Code), m.Spills)
	entry := map[ir.Label]int{}
	for i, l := range out.Entries {
		entry[l] = i
	}
	lines := strings.Split(strings.TrimRight(code.Dump(a), "\n"), "\n")
	opline := func(note string) string {
		n, _, _ := strings.Cut(note, " ")
		for _, l := range lines {
			if strings.HasPrefix(strings.TrimLeft(l, " "), n) {
				return strings.TrimLeft(l, " ")
			}
		}
		return note
	}
	for i := range f.Code {
		in := &f.Code[i]
		if n := f.Notes[i]; n != "" {
			fmt.Fprintf(&s, "\n%s\n", opline(n))
		}
		if in.Op == ir.Bind {
			fmt.Fprintf(&s, "  L%d:", in.L)
			if op, ok := entry[in.L]; ok {
				fmt.Fprintf(&s, "  ; way in at opline %04d", op)
			}
			s.WriteByte('\n')
			continue
		}
		text := strings.TrimLeft(f.Format(in), "\t")
		if in.Op == ir.Exit {
			text += "  ; to Go"
		}
		fmt.Fprintf(&s, "    %s\n", text)
		if !asm {
			continue
		}
		end := len(m.Code)
		if i+1 < len(m.Ins) {
			end = int(m.Ins[i+1])
		}
		for at := int(m.Ins[i]); at < end; {
			t, n := disassemble(m.Code[at:end], uint64(at))
			fmt.Fprintf(&s, "        %06x  %-24x %s\n", at, m.Code[at:at+n], t)
			at += n
		}
	}
	return s.String(), nil
}
