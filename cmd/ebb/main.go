// Command ebb runs PHP programs.
//
//	ebb [-d name=value]... FILE [ARG...]
//	ebb [-d name=value]... -r CODE [ARG...]
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/ebb-vm/ebb/core"
)

func main() { os.Exit(run(os.Args[1:])) }

func run(args []string) int {
	cfg := core.Config{Ini: map[string]string{}}
	var s core.Script
	for len(args) > 0 {
		a := args[0]
		args = args[1:]
		value := func() (string, bool) {
			if len(a) > 2 {
				return a[2:], true
			}
			if len(args) == 0 {
				return "", false
			}
			v := args[0]
			args = args[1:]
			return v, true
		}
		switch {
		case strings.HasPrefix(a, "-d"):
			v, ok := value()
			if !ok {
				return usage()
			}
			name, val, has := strings.Cut(v, "=")
			if !has {
				val = "1"
			}
			cfg.Ini[name] = val
			continue
		case strings.HasPrefix(a, "-r"):
			v, ok := value()
			if !ok {
				return usage()
			}
			s.Path, s.Source, s.Args = "Command line code", []byte("<?php "+v), args
		case a == "-n":
			continue
		case strings.HasPrefix(a, "-") && a != "-":
			return usage()
		default:
			s.Path, s.Args = a, args
		}
		return core.New(cfg).Run(s).ExitCode
	}
	return usage()
}

func usage() int {
	fmt.Fprintln(os.Stderr, "usage: ebb [-d name=value]... FILE [ARG...] | -r CODE [ARG...]")
	return 1
}
