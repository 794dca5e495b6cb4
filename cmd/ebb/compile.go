package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/ebb-vm/ebb/core"
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/rt"
)

// compile compiles a script, which has its source, without running it, and
// shows the unit to look, which may be nil, while it exists. What is wrong with
// the script is printed as PHP prints it; then the result is false.
func (r *runner) compile(s core.Script, look func(u *code.Unit)) bool {
	_, r.quit = context.WithCancelCause(context.Background())
	r.cfg.Host = host{rt.NewOSHost(), r}
	r.engine = core.New(r.cfg)
	x := r.engine.Start(s)
	u := x.Load(s.Path, s.Source)
	if u != nil && look != nil {
		look(u)
	}
	x.Out.Flush()
	r.engine.Finish()
	return u != nil
}

// compileFile is compile of a file. Messages of the compiler go to standard error.
func compileFile(o *options, path string, settings map[string]string, look func(u *code.Unit)) (int, error) {
	return compileTo(o, path, settings, os.Stderr, look)
}

// compileTo is compileFile with messages going elsewhere.
func compileTo(o *options, path string, settings map[string]string, messages io.Writer, look func(u *code.Unit)) (int, error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return 1, fmt.Errorf("could not open input file: %s", path)
	}
	r := newRunner(o)
	r.stdout = messages
	for k, v := range settings {
		r.cfg.Ini[k] = v
	}
	if !r.compile(core.Script{Path: path, Source: src}, look) {
		return 255, nil
	}
	return 0, nil
}
