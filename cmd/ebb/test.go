package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"sort"
	"strings"
	"time"

	"github.com/ebb-vm/ebb/cmd/ebb/internal/table"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/phptest"
	"github.com/ebb-vm/ebb/native/mmap"
)

const testHelp = `usage: ebb test [options] DIR|FILE...

Runs the .phpt files below directories, several at once, and prints a table with
a row for each directory. A test passes when its output is as expected and the
program left nothing on the heap.

options:
  --jobs N        tests at once (as many as there are processors)
  --timeout SEC   give a test up after SEC seconds (30)
  --only TEXT     only files whose path contains TEXT
  --failures FILE write the tests that did not pass to FILE, a verdict, a path and
                  a reason on each line
  --isolate       each test in a process of its own (leaks are not seen then)
  --show          print what failed tests printed and what was expected
  -d NAME=V       a setting for all tests

The exit status is 0 when every test that ran passed, 1 otherwise.
`

func testCommand() command {
	return command{name: "test", summary: "run .phpt tests", help: testHelp, run: runTests}
}

func runTests(o *options, args []string) (int, error) {
	f := newFlags("test", o)
	jobs, timeout := f.int("jobs", runtime.NumCPU(), 1), f.int("timeout", 30, 1)
	only, failures := f.string("only", ""), f.string("failures", "")
	isolate, show := f.bool("isolate"), f.bool("show")
	operands, _, err := f.parse(args)
	if err != nil {
		return 1, err
	}
	if len(operands) == 0 {
		return 1, usageError{"test", "test: which directory?"}
	}
	bind, _ := tier(o.ini, false)
	var engine phptest.Runner = phptest.Core{Pages: func() mm.PageSource { return mmap.New() }, Ini: o.ini, Tier: bind}
	if *isolate {
		exe, err := os.Executable()
		if err != nil {
			return 1, err
		}
		engine = process{phptest.Core{}, exe, o.ini}
	}
	progress := table.NewProgress()
	done, bad := 0, 0
	s := phptest.Suite{
		Runner: engine, Jobs: *jobs, Limit: time.Duration(*timeout) * time.Second, Pattern: *only,
		OnDone: func(r phptest.Result) {
			done++
			if failed(r) {
				bad++
			}
			progress.Show("%d done, %d failed: %s", done, bad, r.Path)
		},
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	results, err := s.Run(ctx, operands...)
	progress.Done()
	if err != nil && !errors.Is(err, context.Canceled) {
		return 1, err
	}
	if *show {
		showFailures(results)
	}
	phptest.Summary(os.Stdout, results)
	if *failures != "" {
		if err := phptest.WriteFailures(*failures, results); err != nil {
			return 1, err
		}
	}
	if err != nil {
		return 130, errors.New("interrupted")
	}
	if len(results) == 0 {
		return 1, errors.New("no .phpt files there")
	}
	for _, r := range results {
		if failed(r) {
			return 1, nil
		}
	}
	return 0, nil
}

func failed(r phptest.Result) bool {
	return r.Verdict != phptest.Pass && r.Verdict != phptest.Skip && r.Verdict != phptest.XFail
}

func showFailures(results []phptest.Result) {
	for _, r := range results {
		if !failed(r) {
			continue
		}
		fmt.Printf("==== %s: %s\n", r.Verdict, r.Path)
		if r.Why != "" {
			fmt.Println(strings.TrimRight(r.Why, "\n"))
		}
		if r.Test != nil && r.Verdict == phptest.Fail {
			fmt.Printf("---- expected\n%s\n---- printed\n%s\n", r.Test.Expected(), bytes.TrimRight(r.Output, "\n"))
		}
	}
}

// process runs each program in a process of its own, so that nothing a test
// does can end the others.
type process struct {
	phptest.Core
	exe string
	ini map[string]string
}

// Run implements phptest.Runner.
func (p process) Run(ctx context.Context, q phptest.Program) (o phptest.Outcome) {
	args := []string{"-n"}
	set := map[string]string{}
	for _, m := range []map[string]string{p.ini, q.Ini} {
		for k, v := range m {
			set[k] = v
		}
	}
	names := make([]string, 0, len(set))
	for k := range set {
		names = append(names, k)
	}
	sort.Strings(names)
	for _, k := range names {
		args = append(args, "-d", k+"="+quoteSetting(set[k]))
	}
	cmd := exec.CommandContext(ctx, p.exe, append(append(args, "-f", q.Path, "--"), q.Args...)...)
	var out bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(q.Stdin), &out, &out
	cmd.Dir, cmd.Env = q.Dir, append(os.Environ(), q.Env...)
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	o.Output, o.Hung = out.Bytes(), ctx.Err() != nil
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		o.Exit = exit.ExitCode()
		if o.Exit == statusInternal || o.Exit < 0 && !o.Hung || o.Exit == 2 && bytes.Contains(o.Output, []byte("\ngoroutine ")) {
			o.Panic = fmt.Sprintf("%v\n%s", err, o.Output)
		}
	case err != nil:
		o.Panic = err.Error()
	}
	return o
}

// quoteSetting protects a value from being read as an expression by -d.
func quoteSetting(v string) string {
	if strings.Contains(v, `"`) {
		return "'" + v + "'"
	}
	return `"` + v + `"`
}
