package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ebb-vm/ebb/cmd/ebb/internal/table"
	"github.com/ebb-vm/ebb/core"
	"github.com/ebb-vm/ebb/core/report"
	"github.com/ebb-vm/ebb/core/rt"
)

const sweepHelp = `usage: ebb sweep [options] FILE [ARG...] [-- ARG...]

Runs FILE once for every page size and cache limit and prints one table of what
it did with VM stack pages. Each run starts afresh; all get the same standard
input. What the program prints is not shown.

options:
  --cache LIST      cache limits (0,1,4,32)
  --page-size LIST  page sizes (8K,16K,64K,256K)
  --runs N          run each N times and report the median time (1)
  --json            an array of objects: page_size, page_cache, time_ms, exit, and
                    the keys of 'ebb pages --json' but peak_depth and sites
  -d NAME=V         a setting for all runs
  -v                show what the program prints, on standard error

The exit status is that of the last run that did not end with 0.
`

func sweepCommand() command {
	return command{name: "sweep", summary: "compare page sizes and cache limits", help: sweepHelp, run: runSweep}
}

// sweepRow is one run.
type sweepRow struct {
	PageSize  int64   `json:"page_size"`
	PageCache int64   `json:"page_cache"`
	TimeMS    float64 `json:"time_ms"`
	Exit      int     `json:"exit"`
	report.Pages
	// These hide the fields of Pages: a run that is timed is not watched.
	Sites     bool `json:"sites,omitempty"`
	PeakDepth bool `json:"peak_depth,omitempty"`
}

func runSweep(o *options, args []string) (int, error) {
	f := newFlags("sweep", o)
	caches := []int64{0, 1, 4, 32}
	sizes := []string{"8K", "16K", "64K", "256K"}
	f.values["cache"] = func(v string) error {
		caches = nil
		for _, s := range strings.Split(v, ",") {
			n, err := strconv.ParseInt(s, 10, 32)
			if err != nil || n < 0 {
				return fmt.Errorf("--cache wants numbers of pages, not %q", s)
			}
			caches = append(caches, n)
		}
		return nil
	}
	f.values["page-size"] = func(v string) error {
		sizes = strings.Split(v, ",")
		for _, s := range sizes {
			if _, err := pageSize(s); err != nil {
				return err
			}
		}
		return nil
	}
	asJSON, loud, runs := f.bool("json"), f.bool("v"), f.int("runs", 1, 1)
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
	in := &replay{from: os.Stdin}
	progress := table.NewProgress()
	var rows []sweepRow
	status := 0
	total := len(sizes) * len(caches) * *runs
	for _, size := range sizes {
		for _, cache := range caches {
			var row sweepRow
			var times []float64
			for range *runs {
				progress.Show("run %d of %d: pages of %s, cache of %d", len(rows)**runs+len(times)+1, total, size, cache)
				r := newRunner(o)
				r.stdin, r.stdout = in.again(), io.Discard
				if *loud {
					progress.Done()
					r.stdout = os.Stderr
				}
				r.cfg.Ini[rt.IniStackPage] = size
				r.cfg.Ini[rt.IniStackCache] = strconv.FormatInt(cache, 10)
				start := time.Now()
				res := r.run(core.Script{Path: file, Args: scriptArgs})
				times = append(times, float64(time.Since(start).Nanoseconds())/1e6)
				row.Pages, row.Exit = report.FromRun(res.Stack, nil), res.ExitCode
				row.PageSize, row.PageCache = r.shape()
				if res.ExitCode != 0 {
					status = res.ExitCode
				}
			}
			row.TimeMS = median(times)
			rows = append(rows, row)
		}
	}
	progress.Done()
	if *asJSON {
		return status, writeJSON(os.Stdout, rows)
	}
	t := table.New("page size", "cache", "extensions", "from heap", "from cache", "to heap", "to cache", "oversized", "peak pages", "scanned", "ms", "exit")
	t.Left = 0
	for _, r := range rows {
		t.Row(strings.ReplaceAll(table.Bytes(r.PageSize), " ", ""), r.PageCache, r.StackExtensions, r.PagesFromHeap, r.PagesFromCache, r.PagesToHeap, r.PagesToCache,
			r.OversizedPages, r.PeakPages, r.ChunksScanned, fmt.Sprintf("%.2f", r.TimeMS), r.Exit)
	}
	t.Write(os.Stdout, "")
	return status, nil
}

func median(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(v))
	if n := len(s); n%2 == 0 {
		return (s[n/2-1] + s[n/2]) / 2
	}
	return s[len(s)/2]
}

// replay gives several runs the same standard input: what one has read is kept
// for the next, and no more is read than somebody asks for.
type replay struct {
	from io.Reader
	seen bytes.Buffer
	err  error
}

func (r *replay) again() io.Reader { return &replayReader{r: r} }

type replayReader struct {
	r  *replay
	at int
}

func (p *replayReader) Read(b []byte) (int, error) {
	if seen := p.r.seen.Bytes(); p.at < len(seen) {
		n := copy(b, seen[p.at:])
		p.at += n
		return n, nil
	}
	if p.r.err != nil {
		return 0, p.r.err
	}
	n, err := p.r.from.Read(b)
	p.r.seen.Write(b[:n])
	p.at += n
	if err != nil {
		p.r.err = err
	}
	return n, err
}
