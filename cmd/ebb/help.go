package main

import (
	"fmt"
	"io"
	"os"
)

const usageText = `usage: ebb [options] [-f] FILE [--] [ARG...]
       ebb [options] -r CODE [--] [ARG...]
       ebb [options] [-- ARG...] < FILE
       ebb COMMAND [options] ...

Runs PHP programs, and shows what their call stack costs.

options:
  -c PATH        read settings from a php.ini file or the one in a directory
  -d NAME[=V]    set NAME to V, or turn it on
  -f FILE        run FILE
  -h, --help     this text
  -i             versions, modules and settings
  -l FILE...     check the syntax of files, run nothing
  -m             list the modules
  -n             no php.ini (there is none unless -c names one)
  -r CODE        run CODE, without <?php
  -v, --version  version
  -              a file name that stands for standard input

commands:
`

const settingsText = `
settings of ebb's own, for -d:
  ebb.vm_stack_page_size=256K   bytes of a VM stack page
  ebb.vm_stack_page_cache=32    freed pages kept for reuse, 0 for none
  opcache.enable_cli=1          run the optimizer, which makes frames smaller

A file named like a command is run as ./NAME. The exit status is the program's
own, 255 after a fatal error, 1 when the command line is wrong, 254 if ebb fails.
`

func helpCommand() command {
	return command{
		name: "help", summary: "explain a command",
		help: "usage: ebb help [COMMAND]\n",
		run: func(o *options, args []string) (int, error) {
			operands, _, err := newFlags("help", o).parse(args)
			if err != nil {
				return 1, err
			}
			if len(operands) == 0 {
				return printHelp(os.Stdout, "")
			}
			return printHelp(os.Stdout, operands[0])
		},
	}
}

// printHelp explains one command, or with "" the whole.
func printHelp(w io.Writer, name string) (int, error) {
	if name != "" {
		c, ok := findCommand(name)
		if !ok {
			return 1, usageError{msg: fmt.Sprintf("there is no command %q", name)}
		}
		fmt.Fprint(w, c.help)
		return 0, nil
	}
	fmt.Fprint(w, usageText)
	for _, c := range commands() {
		fmt.Fprintf(w, "  %-10s %s\n", c.name, c.summary)
	}
	fmt.Fprint(w, "  help COMMAND explains one\n"+settingsText)
	return 0, nil
}
