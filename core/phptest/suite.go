package phptest

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"time"
)

// Suite runs all tests below some directories.
type Suite struct {
	Runner  Runner
	Jobs    int           // tests at once; 0 means 1
	Limit   time.Duration // per test; 0 means 30 seconds
	OnDone  func(Result)  // called for each test, one at a time
	Pattern string        // only paths that contain this
}

// Run finds the .phpt files below dirs (or takes them as files) and runs them.
func (s *Suite) Run(ctx context.Context, dirs ...string) ([]Result, error) {
	var paths []string
	for _, d := range dirs {
		err := filepath.WalkDir(d, func(p string, e fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if !e.IsDir() && strings.HasSuffix(p, ".phpt") && strings.Contains(p, s.Pattern) {
				paths = append(paths, p)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	limit := s.Limit
	if limit == 0 {
		limit = 30 * time.Second
	}
	results := make([]Result, len(paths))
	next := make(chan int)
	var wg sync.WaitGroup
	var mu sync.Mutex
	for range max(1, s.Jobs) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range next {
				results[i] = Run(ctx, s.Runner, paths[i], limit)
				if s.OnDone != nil {
					mu.Lock()
					s.OnDone(results[i])
					mu.Unlock()
				}
			}
		}()
	}
feed:
	for i := range paths {
		select {
		case next <- i:
		case <-ctx.Done():
			results = results[:i]
			break feed
		}
	}
	close(next)
	wg.Wait()
	return results, ctx.Err()
}

// Summary prints a row per directory and a total.
func Summary(w io.Writer, results []Result) {
	type row [XFail + 1]int
	rows := map[string]*row{}
	var total row
	for _, r := range results {
		d := filepath.Dir(r.Path)
		if rows[d] == nil {
			rows[d] = &row{}
		}
		rows[d][r.Verdict]++
		total[r.Verdict]++
	}
	dirs := make([]string, 0, len(rows))
	for d := range rows {
		dirs = append(dirs, d)
	}
	sort.Strings(dirs)
	line := func(name string, r *row) {
		ran := r[Pass] + r[Fail] + r[Crash] + r[Hang] + r[Leak]
		rate := "-"
		if ran > 0 {
			rate = fmt.Sprintf("%.1f%%", 100*float64(r[Pass])/float64(ran))
		}
		fmt.Fprintf(w, "%-44s %6d %6d %6d %6d %6d %6d %6d %7s\n", name, r[Pass], r[Fail], r[Leak], r[Crash], r[Hang], r[Skip], r[XFail], rate)
	}
	fmt.Fprintf(w, "%-44s %6s %6s %6s %6s %6s %6s %6s %7s\n", "directory", "pass", "fail", "leak", "crash", "hang", "skip", "xfail", "rate")
	for _, d := range dirs {
		line(d, rows[d])
	}
	line("total", &total)
}

// WriteFailures writes the tests that did not pass, one a line with the verdict.
func WriteFailures(path string, results []Result) error {
	var b strings.Builder
	for _, r := range results {
		if r.Verdict != Pass && r.Verdict != Skip && r.Verdict != XFail {
			why, _, _ := strings.Cut(r.Why, "\n")
			fmt.Fprintf(&b, "%s\t%s\t%s\n", r.Verdict, r.Path, why)
		}
	}
	return os.WriteFile(path, []byte(b.String()), 0o644)
}
