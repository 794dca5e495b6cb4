package main

import (
	"fmt"
	"os"
	"sort"

	"github.com/ebb-vm/ebb/cmd/ebb/internal/table"
	"github.com/ebb-vm/ebb/core"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/native/vm"
)

const runHelp = `usage: ebb run [options] FILE [ARG...]

Runs FILE as 'ebb FILE' does.

options:
  --tier-stats   afterwards, on standard error: how many opcodes each tier
                 executed, and which of them machine code most often left to Go
  --top N        list the N opcodes most often left to Go (10)
  -d NAME=V      a setting; ebb.vm=call|tailcall and opcache.jit=disable|function|
                 tracing choose the tiers
`

func runCommand() command {
	return command{name: "run", summary: "run a program and count what its tiers did", help: runHelp, run: runRun}
}

func runRun(o *options, args []string) (int, error) {
	f := newFlags("run", o)
	stats, top := f.bool("tier-stats"), f.int("top", 10, 0)
	operands, rest, err := f.parse(args)
	if err != nil {
		return 1, err
	}
	if len(operands) == 0 {
		return 1, usageError{"run", "run: run what? Name a file"}
	}
	r := newRunner(o)
	var v *vm.VM
	if *stats {
		r.cfg.Tier, v = tier(r.cfg.Ini, true)
	}
	res := r.run(core.Script{Path: operands[0], Args: append(operands[1:], rest...)})
	if v != nil {
		tierStats(v.Stats(), *top)
	} else if *stats {
		fmt.Fprintln(os.Stderr, "ebb: every opcode was executed by the Go loop, which does not count them")
	}
	return res.ExitCode, nil
}

// tierStats prints the table of --tier-stats.
func tierStats(s vm.Stats, top int) {
	type row struct {
		op                opcode.Op
		handler, jit, go_ uint64
	}
	var rows []row
	var sum row
	for i := range s.Executed {
		r := row{opcode.Op(i), s.Executed[i], s.Compiled[i], s.Slow[i]}
		if r.handler+r.jit+r.go_ == 0 {
			continue
		}
		rows = append(rows, r)
		sum.handler += r.handler
		sum.jit += r.jit
		sum.go_ += r.go_
	}
	total := sum.handler + sum.jit
	percent := func(n uint64) string {
		if total == 0 {
			return "0.00 %"
		}
		return fmt.Sprintf("%.2f %%", 100*float64(n)/float64(total))
	}
	w := os.Stderr
	fmt.Fprintf(w, "opcodes begun in machine code  %s\n", table.Count(total))
	fmt.Fprintf(w, "  in compiled functions        %s  %s\n", table.Count(sum.jit), percent(sum.jit))
	fmt.Fprintf(w, "  in handlers                  %s  %s\n", table.Count(sum.handler), percent(sum.handler))
	fmt.Fprintf(w, "left to Go (slow exits)        %s  %s\n", table.Count(sum.go_), percent(sum.go_))
	fmt.Fprintf(w, "handlers made                  %d\n", s.Made)
	fmt.Fprintf(w, "functions compiled             %d\n", s.Functions)
	fmt.Fprintf(w, "machine code                   %s bytes\n\n", table.Count(s.Bytes))
	sort.Slice(rows, func(i, j int) bool { return rows[i].go_ > rows[j].go_ })
	for i, r := range rows {
		if i >= top || r.go_ == 0 {
			break
		}
		fmt.Fprintf(w, "%-24s %14s  %s of all, %.1f %% of its own\n", r.op, table.Count(r.go_), percent(r.go_), 100*float64(r.go_)/float64(r.handler+r.jit))
	}
}
