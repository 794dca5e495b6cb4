package main

import (
	"fmt"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/rt"
)

const dumpHelp = `usage: ebb dump ops [options] FILE

Compiles FILE, runs nothing, and prints the opcodes of every function in the
manner of PHP's opcache.opt_debug_level.

options:
  --before   before the optimizer (the default)
  --after    after it (the default with -d opcache.enable_cli=1)
  --lines    the source line in front of each opcode
  -d NAME=V  a setting, such as opcache.optimization_level=0x7FFEBFFF
`

func dumpCommand() command {
	return command{name: "dump", summary: "print the compiled opcodes", help: dumpHelp, run: runDump}
}

func runDump(o *options, args []string) (int, error) {
	f := newFlags("dump", o)
	before, after, lines := f.bool("before"), f.bool("after"), f.bool("lines")
	operands, _, err := f.parse(args)
	if err != nil {
		return 1, err
	}
	if len(operands) == 0 || operands[0] != "ops" {
		return 1, usageError{"dump", "dump: dump what? 'ops' is what there is"}
	}
	if len(operands) != 2 {
		return 1, usageError{"dump", "dump: one file, please"}
	}
	if !*before && !*after {
		*after = rt.IniBool(o.ini["opcache.enable_cli"])
		*before = !*after
	}
	dump := func(enable string, text func(a *code.OpArray) string) (int, error) {
		return compileFile(o, operands[1], map[string]string{"opcache.enable_cli": enable}, func(u *code.Unit) {
			code.Walk(u, func(a *code.OpArray) { fmt.Printf("\n%s", text(a)) })
		})
	}
	if *before {
		text := code.Dump
		if *lines {
			text = code.DumpLines
		}
		if status, err := dump("0", text); status != 0 || err != nil || !*after {
			return status, err
		}
	}
	text := code.DumpOptimized
	if *lines {
		text = code.DumpOptimizedLines
	}
	return dump("1", text)
}
