package main

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
)

// statusInternal is the exit status after a fault of ebb itself. PHP's own are
// 0 to 255 as the program chooses, and 255 after a fatal error.
const statusInternal = 254

func main() { os.Exit(Main(os.Args[1:])) }

// Main is the program; it returns the exit status.
func Main(args []string) (status int) {
	// PHP's memory is not Go's, so the Go heap stays small and its collector
	// may wait; a fault in PHP's memory arrives as a panic that can be told.
	debug.SetGCPercent(400)
	debug.SetPanicOnFault(true)
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(os.Stderr, "ebb: internal error: %v\n", r)
			if os.Getenv("EBB_TRACEBACK") != "" {
				os.Stderr.Write(debug.Stack())
			} else {
				fmt.Fprintln(os.Stderr, "ebb: this is a bug in ebb, not in the program; EBB_TRACEBACK=1 prints where it happened")
			}
			status = statusInternal
		}
	}()
	status, err := dispatch(args)
	var usage usageError
	switch {
	case errors.As(err, &usage):
		fmt.Fprintf(os.Stderr, "ebb: %s\n", err)
		if usage.command != "" {
			fmt.Fprintf(os.Stderr, "Try 'ebb help %s'.\n", usage.command)
		} else {
			fmt.Fprintln(os.Stderr, "Try 'ebb help'.")
		}
		return 1
	case err != nil:
		fmt.Fprintf(os.Stderr, "ebb: %s\n", err)
		return max(status, 1)
	}
	return status
}

// command is a subcommand. It gets the settings given before its name.
type command struct {
	name    string
	summary string
	help    string
	run     func(o *options, args []string) (status int, err error)
}

// commands lists the subcommands in the order in which help shows them.
func commands() []command {
	return []command{
		runCommand(), pagesCommand(), sweepCommand(), framesCommand(), dumpCommand(), benchCommand(), testCommand(), versionCommand(), helpCommand(),
	}
}

func findCommand(name string) (command, bool) {
	for _, c := range commands() {
		if c.name == name {
			return c, true
		}
	}
	return command{}, false
}

// usageError is a mistake on the command line.
type usageError struct{ command, msg string }

func (e usageError) Error() string { return e.msg }

// dispatch reads the options that php has, then runs what they ask for.
func dispatch(args []string) (int, error) {
	o, err := parseOptions(args)
	if err != nil {
		return 1, err
	}
	switch o.mode {
	case modeHelp:
		return printHelp(os.Stdout, "")
	case modeVersion:
		return printVersion(os.Stdout)
	case modeInfo:
		return printInfo(o)
	case modeModules:
		return printModules(o)
	case modeLint:
		return lint(o)
	}
	if o.file == "" && !o.hasCode && len(o.rest) > 0 && !o.dashes {
		if c, ok := findCommand(o.rest[0]); ok {
			status, err := c.run(o, o.rest[1:])
			if err == error(errHelp) {
				return printHelp(os.Stdout, c.name)
			}
			return status, err
		}
	}
	return runProgram(o)
}
