package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/ebb-vm/ebb/cmd/ebb/internal/table"
	"github.com/ebb-vm/ebb/core"
	"github.com/ebb-vm/ebb/core/report"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/trace"
)

// statusBudget is the exit status of a run that took too many pages from the heap.
const statusBudget = 3

const pagesHelp = `usage: ebb pages [options] FILE [ARG...] [-- ARG...]

Runs FILE and reports what it did with VM stack pages: how often a call did not
fit into the current page, where pages came from and went, and which calls it
were. What the program prints goes to standard error, the report to standard
output. The first page, which every program takes from the heap, counts.

options:
  --json            the report as one JSON object, with the keys stack_extensions
                    pages_from_heap pages_from_cache pages_to_heap pages_to_cache
                    oversized_pages peak_pages peak_depth chunks_scanned sites
  --budget N        exit 3 when more than N pages came from the heap
  --top N           list the N busiest places (10)
  --cache N         keep at most N freed pages, as -d ebb.vm_stack_page_cache=N
  --page-size SIZE  bytes of a page, as -d ebb.vm_stack_page_size=SIZE
  -d NAME=V         any other setting; opcache.enable_cli=1 runs the optimizer
  -q                do not show what the program prints

The exit status is the program's, unless the budget was exceeded.
`

func pagesCommand() command {
	return command{name: "pages", summary: "run a program and report its VM stack pages", help: pagesHelp, run: runPages}
}

// shape adds the options that say how the stack is made.
func (f *flags) shape() {
	f.values["cache"] = func(v string) error {
		if n, err := strconv.Atoi(v); err != nil || n < 0 {
			return fmt.Errorf("--cache wants a number of pages, not %q", v)
		}
		f.opts.ini[rt.IniStackCache] = v
		return nil
	}
	f.values["page-size"] = func(v string) error {
		if _, err := pageSize(v); err != nil {
			return err
		}
		f.opts.ini[rt.IniStackPage] = v
		return nil
	}
}

func pageSize(v string) (int64, error) {
	n, complaint := rt.ParseQuantity(v)
	if complaint != "" || n <= 0 {
		return 0, fmt.Errorf("a page size is a number with K or M, not %q", v)
	}
	return n, nil
}

func runPages(o *options, args []string) (int, error) {
	f := newFlags("pages", o)
	f.shape()
	asJSON, quiet := f.bool("json"), f.bool("q")
	budget, top := f.int("budget", -1, 0), f.int("top", 10, 0)
	operands, rest, err := f.parse(args)
	if err != nil {
		return 1, err
	}
	file, scriptArgs, err := f.script(operands, rest)
	if err != nil {
		return 1, err
	}
	if err := readable(file); err != nil {
		return 1, err
	}
	r := newRunner(o)
	r.stdout = os.Stderr
	done := func() {}
	if *quiet {
		r.stdout = io.Discard
		done = elapsed("running " + file)
	}
	r.cfg.Trace = trace.New(trace.Options{})
	r.cfg.Watch = true
	res := r.run(core.Script{Path: file, Args: scriptArgs})
	done()
	p := report.FromRun(res.Stack, r.cfg.Trace)
	if *asJSON {
		err = writeJSON(os.Stdout, p)
	} else {
		size, cache := r.shape()
		writePages(os.Stdout, file, size, cache, p, *top)
	}
	if err != nil {
		return 1, err
	}
	if *budget >= 0 && p.PagesFromHeap > uint64(*budget) {
		return statusBudget, fmt.Errorf("%s pages came from the heap, more than the budget of %s", table.Count(p.PagesFromHeap), table.Count(*budget))
	}
	return res.ExitCode, nil
}

// readable tells early, and on standard error, that a script cannot be read.
func readable(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return fmt.Errorf("could not open input file: %s", file)
	}
	return f.Close()
}

// elapsed shows how long something has been going on until the result is called.
func elapsed(what string) (done func()) {
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		p := table.NewProgress()
		defer p.Done()
		start := time.Now()
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
				p.Show("%s: %.0f s", what, time.Since(start).Seconds())
			}
		}
	}()
	return func() { close(stop); <-stopped }
}

// shape returns the page size and cache limit of the last run.
func (r *runner) shape() (pageSize, cache int64) {
	x := r.engine.Exec()
	size, _ := rt.ParseQuantity(x.Ini.String(rt.IniStackPage))
	return size, x.Ini.Int(rt.IniStackCache)
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

func writePages(w io.Writer, file string, size, cache int64, p report.Pages, top int) {
	kept := fmt.Sprintf("up to %d freed pages kept", cache)
	if cache <= 0 {
		kept = "no freed pages kept"
	}
	fmt.Fprintf(w, "VM stack of %s: pages of %s, %s\n\n", file, table.Bytes(size), kept)
	t := table.New("", "", "")
	row := func(name string, n uint64, note string) { t.Row(name, table.Count(n), note) }
	scans := ""
	if p.PagesFromHeap > 0 {
		scans = fmt.Sprintf("%.1f for each page from the heap", p.ScansPerPage())
	}
	big := ""
	if p.OversizedPages > 0 {
		big = "for frames larger than a page; never kept"
	}
	row("stack extensions", p.StackExtensions, "calls that did not fit into the current page")
	row("pages from heap", p.PagesFromHeap, "the first page included")
	row("pages from cache", p.PagesFromCache, "")
	row("pages to heap", p.PagesToHeap, "")
	row("pages to cache", p.PagesToCache, "")
	row("oversized pages", p.OversizedPages, big)
	row("peak pages", p.PeakPages, "in use at once")
	row("peak depth", p.PeakDepth, "frames")
	row("chunks scanned", p.ChunksScanned, scans)
	t.Row("page churn", table.Nanos(float64(p.Churn)), "taking pages from the heap and giving them back")
	writeNotes(w, t)
	if len(p.Sites) == 0 {
		fmt.Fprintf(w, "\nNo call opened a page.\n")
		return
	}
	fmt.Fprintf(w, "\nwhere pages were opened:\n")
	s := table.New("function", "line", "opcode", "count")
	for i, at := range p.Sites {
		if i == top {
			break
		}
		s.Row(at.Function, at.Line, at.Opcode, table.Count(at.Count))
	}
	s.Write(w, "  ")
	if n := len(p.Sites) - top; n > 0 {
		fmt.Fprintf(w, "  and %d more places\n", n)
	}
}

// writeNotes prints a table without a head whose last column is prose.
func writeNotes(w io.Writer, t *table.Table) {
	t.Headless = true
	t.Notes = true
	t.Write(w, "  ")
}
