package main

import (
	"fmt"
	"runtime"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/rt"
)

const dumpHelp = `usage: ebb dump ops [options] FILE
       ebb dump ir|asm FILE
       ebb dump diff [options] DIR|FILE...

ops compiles FILE, runs nothing, and prints the opcodes of every function in the
manner of PHP's opcache.opt_debug_level.

ir and asm compile FILE, run nothing, and print for every function each opcode
with the code that the JIT makes of it: in its own notation, and in machine code
too. What the JIT would learn by running, it guesses here.

diff compiles the .php files with ebb and with a php that has opcache, runs
nothing, and prints a table with a row for each operand: how many functions have
the same args, vars and tmps ("frame") and the same sequence of opcodes, before
and after the optimizer, and after it the same text, operands included.

options of ops:
  --before   before the optimizer (the default)
  --after    after it (the default with -d opcache.enable_cli=1)
  --lines    the source line in front of each opcode

options of diff:
  --php FILE the php to compare with (php)
  --list     each function that differs and in what: theirs -> ours
  --jobs N   files at once (as many as there are processors)

options of both:
  -d NAME=V  a setting, such as opcache.optimization_level=0x7FFEBFFF
`

func dumpCommand() command {
	return command{name: "dump", summary: "print the compiled opcodes, compare them with php's", help: dumpHelp, run: runDump}
}

func runDump(o *options, args []string) (int, error) {
	f := newFlags("dump", o)
	before, after, lines := f.bool("before"), f.bool("after"), f.bool("lines")
	php, jobs, list := f.string("php", "php"), f.int("jobs", runtime.NumCPU(), 1), f.bool("list")
	operands, _, err := f.parse(args)
	if err != nil {
		return 1, err
	}
	if len(operands) > 0 && operands[0] == "diff" {
		return runDumpDiff(o, *php, *jobs, *list, operands[1:])
	}
	if len(operands) == 0 || operands[0] != "ops" && operands[0] != "ir" && operands[0] != "asm" {
		return 1, usageError{"dump", "dump: dump what? There are 'ops', 'ir', 'asm' and 'diff'"}
	}
	if len(operands) != 2 {
		return 1, usageError{"dump", "dump: one file, please"}
	}
	if operands[0] != "ops" {
		return dumpCode(o, operands[1], operands[0] == "asm")
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

// dumpCode prints what the JIT makes of a file's functions.
func dumpCode(o *options, path string, asm bool) (int, error) {
	_, v := tier(o.ini, false)
	if v == nil {
		return 1, fmt.Errorf("there is no machine code here")
	}
	var failed error
	status, err := compileFile(o, path, nil, func(u *code.Unit) {
		code.Walk(u, func(a *code.OpArray) {
			text, err := v.Listing(a, asm)
			if err != nil {
				failed = fmt.Errorf("%s: %w", a.DisplayName(), err)
				return
			}
			fmt.Printf("\n%s", text)
		})
	})
	if err == nil {
		err = failed
	}
	return status, err
}
