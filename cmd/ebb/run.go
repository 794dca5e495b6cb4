package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/ebb-vm/ebb/cmd/ebb/internal/table"
	"github.com/ebb-vm/ebb/core"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/native/mmap"
)

const (
	stdinName = "Standard input code" // what PHP calls a program that came by standard input
	codeName  = "Command line code"

	// flushEvery is how long printed text may wait while a program computes.
	flushEvery = 25 * time.Millisecond
	// grace is how long a program has to reach a safe point after a signal.
	grace = 500 * time.Millisecond
)

// runProgram runs what the command line names: a file, code, or standard input.
func runProgram(o *options) (int, error) {
	var s core.Script
	switch {
	case o.hasCode:
		s = core.Script{Path: codeName, Source: []byte("<?php " + o.code), Args: o.rest, Argv0: stdinName}
	case o.file != "":
		s = core.Script{Path: o.file, Args: o.rest}
	case len(o.rest) > 0 && !o.dashes && o.rest[0] != "-":
		s = core.Script{Path: o.rest[0], Args: o.rest[1:]}
	default:
		args := o.rest
		if len(args) > 0 && !o.dashes {
			args = args[1:] // the "-"
		} else if len(args) == 0 && !o.dashes && table.Terminal(os.Stdin) {
			printHelp(os.Stderr, "")
			return 1, nil
		}
		src, err := io.ReadAll(os.Stdin)
		if err != nil {
			return 1, err
		}
		if src == nil {
			src = []byte{}
		}
		s = core.Script{Path: stdinName, Source: src, Args: args}
	}
	r := newRunner(o)
	return r.run(s).ExitCode, nil
}

// runner runs scripts in this process with its streams, its signals and memory
// from the operating system.
type runner struct {
	cfg    core.Config
	engine *core.Engine
	stdin  io.Reader
	stdout io.Writer
	quit   context.CancelCauseFunc
}

// newRunner makes a runner for the settings of a command line. The caller may
// change its fields before the first run.
func newRunner(o *options) *runner {
	set := make(map[string]string, len(o.ini)+1)
	for k, v := range o.ini {
		set[k] = v
	}
	if exe, err := os.Executable(); err == nil {
		if _, given := set["ebb.binary"]; !given {
			set["ebb.binary"] = exe
		}
	}
	bind, v := tier(set, false)
	if _, given := set["opcache.jit"]; !given && v != nil {
		set["opcache.jit"] = defaultJIT
	}
	return &runner{
		cfg:   core.Config{Ini: set, Pages: mmap.New(), FlushEvery: flushEvery, Tier: bind},
		stdin: os.Stdin, stdout: os.Stdout,
	}
}

// run runs one script to its end. A signal that asks the process to go ends the
// script at its next safe point, so that what it printed is not lost; then the
// process goes as the signal says.
func (r *runner) run(s core.Script) core.Result {
	ctx, quit := context.WithCancelCause(context.Background())
	defer quit(nil)
	r.quit = quit
	r.cfg.Host = host{rt.NewOSHost(), r}
	r.engine = core.New(r.cfg)
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGPIPE)
	caught := make(chan os.Signal, 1)
	go func() {
		for sig := range signals {
			if sig == syscall.SIGPIPE {
				continue // the write that met it fails, see stream.Write
			}
			caught <- sig
			quit(core.Quit(128 + int(sig.(syscall.Signal))))
			select {
			case <-time.After(grace):
			case <-signals:
			}
			die(sig)
		}
	}()
	res := r.engine.RunContext(ctx, s)
	select {
	case sig := <-caught:
		die(sig)
	default:
	}
	signal.Stop(signals)
	return res
}

// die ends the process by a signal, so that its parent sees what happened.
func die(sig os.Signal) {
	signal.Reset(sig)
	n := sig.(syscall.Signal)
	if p, err := os.FindProcess(os.Getpid()); err == nil && p.Signal(n) == nil {
		time.Sleep(100 * time.Millisecond)
	}
	os.Exit(128 + int(n))
}

// host is the process's world, except that whatever waits or speaks elsewhere
// first hands over what the program has printed.
type host struct {
	*rt.OSHost
	r *runner
}

func (h host) flush() {
	if x := h.r.engine.Exec(); x != nil {
		x.Out.Flush()
	}
}

func (h host) Stdin() io.Reader      { return input{h} }
func (h host) Stdout() io.Writer     { return output{h.r.stdout, h.r} }
func (h host) Stderr() io.Writer     { return errors_{h} }
func (h host) Sleep(d time.Duration) { h.flush(); h.OSHost.Sleep(d) }

type input struct{ h host }

func (i input) Read(p []byte) (int, error) {
	i.h.flush()
	return i.h.r.stdin.Read(p)
}

type errors_ struct{ h host }

func (e errors_) Write(p []byte) (int, error) {
	e.h.flush()
	return os.Stderr.Write(p)
}

// output ends the program quietly when nobody reads what it prints.
type output struct {
	w io.Writer
	r *runner
}

func (o output) Write(p []byte) (int, error) {
	n, err := o.w.Write(p)
	if err != nil {
		o.r.quit(core.Quit(255))
	}
	return n, err
}

// lint compiles files without running them.
func lint(o *options) (int, error) {
	files := o.rest
	if o.file != "" {
		files = []string{o.file}
	}
	type source struct {
		name string
		text []byte
	}
	var all []source
	switch {
	case o.hasCode:
		return 1, usageError{msg: "-l checks files, not -r"}
	case len(files) == 0 || files[0] == "-":
		text, err := io.ReadAll(os.Stdin)
		if err != nil {
			return 1, err
		}
		all = append(all, source{stdinName, text})
	}
	if all == nil {
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				fmt.Printf("Could not open input file: %s\n", f)
				return 1, nil
			}
			all = append(all, source{f, text})
		}
	}
	status := 0
	for _, s := range all {
		r := newRunner(o)
		if r.compile(core.Script{Path: s.name, Source: s.text}, nil) {
			fmt.Printf("No syntax errors detected in %s\n", s.name)
		} else {
			fmt.Printf("Errors parsing %s\n", s.name)
			status = 255
		}
	}
	return status, nil
}
