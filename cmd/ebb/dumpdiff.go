package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/ebb-vm/ebb/cmd/ebb/internal/table"
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/compile/dumpdiff"
	"github.com/ebb-vm/ebb/core/rt"
)

// `ebb dump diff` compares what ebb compiles with what a php with opcache says
// it compiles, function by function. php compiles each file once and prints
// both states; ebb compiles it in the same two, as code that is to be cached.

// phpLimit is how long php may take over one file; some versions never end on some.
const phpLimit = 20 * time.Second

// diffRow is an operand of the command: a directory or a file.
type diffRow struct {
	name          string
	files         int
	rejected      int // neither compiles it
	before, after dumpdiff.Report
}

// diffFile is what became of one file.
type diffFile struct {
	path, name    string
	row           int
	rejected      bool
	trouble       string // why there is nothing to compare
	before, after dumpdiff.Report
	list          []stagedDiff
}

type stagedDiff struct {
	stage string
	dumpdiff.Difference
}

func runDumpDiff(o *options, php string, jobs int, list bool, operands []string) (int, error) {
	if len(operands) == 0 {
		return 1, usageError{"dump", "dump diff: which directory or file?"}
	}
	var files []*diffFile
	rows := make([]diffRow, len(operands))
	for i, root := range operands {
		rows[i].name = filepath.Base(filepath.Clean(root))
		found, err := phpFiles(root)
		if err != nil {
			return 1, err
		}
		for _, f := range found {
			name, err := filepath.Rel(filepath.Dir(filepath.Clean(root)), f)
			if err != nil {
				name = f
			}
			abs, err := filepath.Abs(f)
			if err != nil {
				return 1, err
			}
			files = append(files, &diffFile{path: abs, name: name, row: i})
		}
	}
	if len(files) == 0 {
		return 1, errors.New("no .php files there")
	}
	p, err := findPHP(o, php)
	if err != nil {
		return 1, err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	progress := table.NewProgress()
	work := make(chan *diffFile)
	var wg sync.WaitGroup
	var mu sync.Mutex
	done := 0
	for range jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for f := range work {
				f.compare(ctx, o, p)
				mu.Lock()
				done++
				progress.Show("%d of %d: %s", done, len(files), f.name)
				mu.Unlock()
			}
		}()
	}
	for _, f := range files {
		if ctx.Err() != nil {
			break
		}
		work <- f
	}
	close(work)
	wg.Wait()
	progress.Done()
	if ctx.Err() != nil {
		return 130, errors.New("interrupted")
	}

	trouble := 0
	total := diffRow{name: "total"}
	for _, f := range files {
		r := &rows[f.row]
		switch {
		case f.rejected:
			r.rejected++
		case f.trouble != "":
			trouble++
			fmt.Fprintf(os.Stderr, "ebb: %s: %s\n", f.name, f.trouble)
		default:
			r.files++
			r.before.Add(&f.before)
			r.after.Add(&f.after)
		}
	}
	names, values, newer, rest := 0, 0, 0, 0
	withExec(o, func(x *rt.Exec) {
		for _, f := range files {
			for i := range f.list {
				d := &f.list[i]
				why, value := p.explain(x, &d.Difference)
				switch {
				case value:
					values++
				case strings.HasPrefix(why, "newer: "):
					newer++
				case why != "":
					names++
				default:
					rest++
				}
				if !list {
					continue
				}
				fn := d.Theirs
				if fn == nil {
					fn = d.Ours
				}
				fmt.Printf("%s: %s (%s): %s", f.name, fn.Name, d.stage, d.Reason())
				if why != "" {
					fmt.Printf(" [%s]", why)
				}
				fmt.Println()
			}
		}
	})
	if list && names+values+newer+rest > 0 {
		fmt.Println()
	}
	fmt.Printf("ebb and PHP %s, functions that agree:\n\n", p.version)
	t := table.New("", "files", "functions", "frame before", "opcodes before", "frame after", "opcodes after", "text after")
	row := func(r *diffRow) {
		share := func(k, n int) string {
			if n == 0 {
				return "-"
			}
			return fmt.Sprintf("%s  %5.1f%%", table.Count(k), 100*float64(k)/float64(n))
		}
		n, m := r.before.Funcs+r.before.Missing, r.after.Funcs+r.after.Missing
		t.Row(r.name, table.Count(r.files), table.Count(n), share(r.before.Frames, n), share(r.before.Sequence, n),
			share(r.after.Frames, m), share(r.after.Sequence, m), share(r.after.Same, m))
	}
	for i := range rows {
		r := &rows[i]
		row(r)
		total.files += r.files
		total.rejected += r.rejected
		total.before.Add(&r.before)
		total.after.Add(&r.after)
	}
	if len(rows) > 1 {
		row(&total)
	}
	t.Write(os.Stdout, "")
	if names+values+newer+rest > 0 {
		fmt.Printf("\ndifferences: %d that name functions, classes or constants which only one has,\n"+
			"%d for a constant that has another value, %d by rules of newer PHP, %d others\n", names, values, newer, rest)
	}
	if total.rejected > 0 {
		fmt.Printf("\nfiles that neither compiles: %d\n", total.rejected)
	}
	if trouble > 0 {
		return 1, fmt.Errorf("%d files could not be compared", trouble)
	}
	return 0, nil
}

// phpFiles lists the .php files below a directory, or the file itself.
func phpFiles(root string) ([]string, error) {
	st, err := os.Stat(root)
	if err != nil {
		return nil, fmt.Errorf("could not open %s", root)
	}
	if !st.IsDir() {
		return []string{root}, nil
	}
	var out []string
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && strings.HasSuffix(path, ".php") {
			out = append(out, path)
		}
		return err
	})
	sort.Strings(out)
	return out, err
}

var phpError = regexp.MustCompile(`(?m)^(?:PHP )?(?:Fatal|Parse) error: +(.*)`)

// compare compiles the file with both and compares.
func (f *diffFile) compare(ctx context.Context, o *options, php *otherPHP) {
	ctx, stop := context.WithTimeout(ctx, phpLimit)
	defer stop()
	args := append(php.args(), "-d", "opcache.opt_debug_level=0x30000", "-d", "display_errors=stderr", "-d", "error_reporting=85")
	if l, ok := o.ini["opcache.optimization_level"]; ok {
		args = append(args, "-d", "opcache.optimization_level="+l)
	}
	cmd := exec.CommandContext(ctx, php.bin, append(args, "-l", f.path)...)
	var text bytes.Buffer
	cmd.Stderr = &text
	cmd.WaitDelay = time.Second
	cmd.Run()
	if ctx.Err() != nil {
		f.trouble = "php does not end"
		return
	}
	var messages bytes.Buffer
	before, okBefore := f.compile(o, "0", &messages)
	after, okAfter := f.compile(o, o.ini["opcache.optimization_level"], &messages)
	theirs := dumpdiff.Parse(text.String())
	said := phpError.FindStringSubmatch(text.String())
	switch {
	case len(theirs) == 0 && said == nil:
		f.trouble = "php prints no opcodes"
		return
	case len(theirs) == 0 && !okBefore:
		f.rejected = true
		return
	case len(theirs) == 0:
		f.trouble = "only php rejects it: " + said[1]
		return
	case !okBefore || !okAfter:
		f.trouble = "only ebb rejects it: " + strings.TrimSpace(messages.String())
		return
	}
	list := func(stage string) func(d dumpdiff.Difference) {
		return func(d dumpdiff.Difference) {
			f.list = append(f.list, stagedDiff{stage, d})
		}
	}
	f.before.OnDifference, f.after.OnDifference = list("before"), list("after")
	f.before.CompareFuncs(stage(theirs, false), stage(dumpdiff.Parse(before), false), f.name)
	f.after.CompareFuncs(stage(theirs, true), stage(dumpdiff.Parse(after), true), f.name)
}

// compile gives ebb's dump at an optimization level; "" is the default one.
func (f *diffFile) compile(o *options, level string, messages *bytes.Buffer) (string, bool) {
	var b strings.Builder
	text := code.DumpOptimized
	if level == "0" {
		text = code.Dump
	}
	set := map[string]string{"opcache.enable_cli": "1", "display_errors": "1", "error_reporting": "85"}
	if level != "" {
		set["opcache.optimization_level"] = level
	}
	status, err := compileTo(o, f.path, set, messages, func(u *code.Unit) {
		code.Walk(u, func(a *code.OpArray) {
			if a.Flags&code.AccAbstract == 0 { // php prints none for them
				b.WriteString("\n" + text(a))
			}
		})
	})
	return b.String(), status == 0 && err == nil
}

func stage(l []dumpdiff.Func, optimized bool) []dumpdiff.Func {
	var out []dumpdiff.Func
	for _, f := range l {
		if f.Optimized == optimized {
			out = append(out, f)
		}
	}
	return out
}
