package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/ebb-vm/ebb/cmd/ebb/internal/table"
	"github.com/ebb-vm/ebb/core/phptest/corpus"
)

const benchHelp = `usage: ebb bench [options] [NAME|FILE...]
       ebb bench oscillation [options]

Times programs, each run in a process of its own, and prints the median of N
runs. A NAME is one of the built-in programs (%s);
without operands all of them run. A FILE is any program; one that prints a table
of its own, a name and seconds on each line as Zend/bench.php does, is taken
apart line by line.

'ebb bench oscillation' measures what it costs to descend into a recursion and
come back, by depth, with and without the page cache, on a fresh heap and on one
fragmented by n strings of 5,500 bytes every other of which was freed. It takes
some 5 GB of memory and a few seconds for each column.

options:
  --php[=BIN]    run every program under PHP too, in turn, and print the ratio
                 (below 1 ebb is faster)
  --runs N       runs of each program (5)
  --cpu          count processor time, which other processes disturb less
  --timeout SEC  give a run up after SEC seconds (600)
  --json         an array of objects: name ebb_ms php_ms ratio
  -d NAME=V      a setting for ebb

options of oscillation:
  --depths LIST  (1500,3000,4500,6000,9000)
  --strings LIST numbers of strings (599900,600000); 'none' measures a fresh heap only
`

func benchCommand() command {
	return command{
		name: "bench", summary: "time programs, under PHP too",
		help: fmt.Sprintf(benchHelp, strings.Join(corpus.Names("bench"), " ")), run: runBench,
	}
}

// benchSize is the argument given to a built-in program: one that takes a PHP
// interpreter a good part of a second.
func benchSize(name string) string {
	switch name {
	case "binarytrees":
		return "13"
	case "fannkuch":
		return "9"
	case "fasta":
		return "200000"
	case "mandelbrot":
		return "300"
	case "nbody":
		return "100000"
	case "spectral":
		return "200"
	}
	return ""
}

// bench is the options that all measurements share.
type bench struct {
	ebb, php string // binaries; php "" when it does not take part
	settings []string
	runs     int
	timeout  time.Duration
	json     bool
	cpu      bool
	progress *table.Progress
}

// benchRow is one line of the result; milliseconds, 0 for what did not run.
type benchRow struct {
	Name  string  `json:"name"`
	Ebb   float64 `json:"ebb_ms"`
	PHP   float64 `json:"php_ms,omitempty"`
	Ratio float64 `json:"ratio,omitempty"`
	Note  string  `json:"note,omitempty"`
}

func runBench(o *options, args []string) (int, error) {
	f := newFlags("bench", o)
	b := &bench{progress: table.NewProgress()}
	f.maybe["php"] = func(v string) error {
		b.php = v
		if v == "" {
			b.php = "php"
		}
		return nil
	}
	f.values["d"] = func(v string) error { b.settings = append(b.settings, v); return nil }
	for k, v := range o.ini {
		b.settings = append(b.settings, k+"="+v)
	}
	runs, timeout, asJSON, cpu := f.int("runs", 5, 1), f.int("timeout", 600, 1), f.bool("json"), f.bool("cpu")
	depths, heaps := f.string("depths", "1500,3000,4500,6000,9000"), f.string("strings", "599900,600000")
	operands, rest, err := f.parse(args)
	if err != nil {
		return 1, err
	}
	b.runs, b.timeout, b.json, b.cpu = *runs, time.Duration(*timeout)*time.Second, *asJSON, *cpu
	if b.ebb, err = os.Executable(); err != nil {
		return 1, err
	}
	if b.php != "" {
		if _, err := exec.LookPath(b.php); err != nil {
			return 1, fmt.Errorf("bench: %w", err)
		}
	}
	if len(operands) > 0 && operands[0] == "oscillation" {
		if len(operands) > 1 {
			return 1, usageError{"bench", "bench: oscillation stands alone"}
		}
		return b.oscillation(*depths, *heaps)
	}
	if len(operands) == 0 {
		operands = corpus.Names("bench")
	}
	dir, err := os.MkdirTemp("", "ebb-bench")
	if err != nil {
		return 1, err
	}
	defer os.RemoveAll(dir)
	var all []benchRow
	status := 0
	for _, name := range operands {
		file, scriptArgs := name, rest
		if src := corpus.Source("bench", name); src != nil {
			file = filepath.Join(dir, name+".php")
			if err := os.WriteFile(file, src, 0o644); err != nil {
				return 1, err
			}
			if len(rest) == 0 {
				scriptArgs = []string{benchSize(name)}
			}
		} else if _, err := os.Stat(file); err != nil {
			return 1, usageError{"bench", fmt.Sprintf("bench: %s is neither a built-in program nor a file", name)}
		}
		rows, err := b.program(name, append([]string{file}, scriptArgs...))
		if err != nil {
			b.progress.Done()
			fmt.Fprintf(os.Stderr, "ebb: bench: %s: %s\n", name, err)
			status = 1
			continue
		}
		all = append(all, rows...)
	}
	b.progress.Done()
	if b.json {
		return status, writeJSON(os.Stdout, all)
	}
	b.write(all)
	return status, nil
}

// sample is one run: its time in nanoseconds, of the clock or of the processor,
// and its output.
type sample struct {
	ns  float64
	out []byte
}

// once runs a binary. A run that fails or takes too long is an error.
func (b *bench) once(bin string, args []string) (sample, error) {
	ctx, cancel := context.WithTimeout(context.Background(), b.timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, bin, args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	start := time.Now()
	err := cmd.Run()
	s := sample{float64(time.Since(start).Nanoseconds()), out.Bytes()}
	if st := cmd.ProcessState; b.cpu && st != nil {
		s.ns = float64((st.UserTime() + st.SystemTime()).Nanoseconds())
	}
	switch {
	case ctx.Err() != nil:
		return s, fmt.Errorf("%s took more than %v", filepath.Base(bin), b.timeout)
	case err != nil:
		return s, fmt.Errorf("%s: %w: %s", filepath.Base(bin), err, complaint(errs.String()+out.String()))
	}
	return s, nil
}

// complaint picks the line of a failed program's output that says why.
func complaint(out string) string {
	lines := strings.Split(strings.TrimSpace(out), "\n")
	for _, l := range lines {
		if strings.Contains(l, "error: ") {
			return l
		}
	}
	return lines[len(lines)-1]
}

func (b *bench) ebbArgs(args []string, settings ...string) []string {
	a := []string{"-n"}
	for _, s := range append(settings, b.settings...) {
		a = append(a, "-d", s)
	}
	return append(a, args...)
}

// program measures one program, under PHP and ebb in turn.
func (b *bench) program(name string, args []string) ([]benchRow, error) {
	var ebb, php []sample
	for i := range b.runs {
		b.progress.Show("%s: run %d of %d", name, i+1, b.runs)
		turn := func(under string) error {
			bin, a, to := b.ebb, b.ebbArgs(args), &ebb
			if under == "php" {
				if b.php == "" {
					return nil
				}
				bin, a, to = b.php, append([]string{"-n"}, args...), &php
			}
			s, err := b.once(bin, a)
			if err == nil {
				*to = append(*to, s)
			}
			return err
		}
		order := []string{"ebb", "php"}
		if i%2 == 1 {
			order = []string{"php", "ebb"}
		}
		for _, under := range order {
			if err := turn(under); err != nil {
				return nil, err
			}
		}
	}
	if names, table := lines(ebb); len(names) >= 3 && !b.cpu {
		_, other := lines(php)
		var rows []benchRow
		for _, n := range names {
			rows = append(rows, newBenchRow(n, median(table[n]), median(other[n])))
		}
		return rows, nil
	}
	row := newBenchRow(name, median(times(ebb))/1e6, median(times(php))/1e6)
	if len(php) > 0 && !bytes.Equal(ebb[0].out, php[0].out) {
		row.Note = "output differs"
	}
	return []benchRow{row}, nil
}

func newBenchRow(name string, ebb, php float64) benchRow {
	r := benchRow{Name: name, Ebb: ebb, PHP: php}
	if php > 0 {
		r.Ratio = ebb / php
	}
	return r
}

func times(s []sample) []float64 {
	var t []float64
	for _, x := range s {
		t = append(t, x.ns)
	}
	return t
}

// lines takes apart the tables that programs print themselves: a name, then
// seconds. It returns the names in order and all values of each in milliseconds.
func lines(runs []sample) (names []string, values map[string][]float64) {
	re := regexp.MustCompile(`^(\S.*?)\s+(\d+\.\d+)(\s+-?\d+\.\d+)?$`)
	values = map[string][]float64{}
	for _, s := range runs {
		for _, line := range strings.Split(string(s.out), "\n") {
			m := re.FindStringSubmatch(strings.TrimRight(line, " \r"))
			if m == nil {
				continue
			}
			v, err := strconv.ParseFloat(m[2], 64)
			if err != nil {
				continue
			}
			if values[m[1]] == nil {
				names = append(names, m[1])
			}
			values[m[1]] = append(values[m[1]], v*1000)
		}
	}
	return names, values
}

func (b *bench) write(rows []benchRow) {
	head := []string{"program", "ebb ms"}
	if b.php != "" {
		head = append(head, "php ms", "ebb/php", "")
	}
	t := table.New(head...)
	t.Notes = b.php != ""
	logs, n := 0.0, 0
	ms := func(v float64) string {
		if v >= 100 {
			return fmt.Sprintf("%.0f", v)
		}
		return fmt.Sprintf("%.1f", v)
	}
	for _, r := range rows {
		if b.php == "" {
			t.Row(r.Name, ms(r.Ebb))
			continue
		}
		ratio := "-"
		if r.Ratio > 0 {
			ratio = fmt.Sprintf("%.2f", r.Ratio)
			if r.Name != "Total" {
				logs += math.Log(r.Ratio)
				n++
			}
		}
		t.Row(r.Name, ms(r.Ebb), ms(r.PHP), ratio, r.Note)
	}
	if n > 1 {
		t.Row("geometric mean", "", "", fmt.Sprintf("%.2f", math.Exp(logs/float64(n))))
	}
	t.Write(os.Stdout, "")
}

var errNumbers = errors.New("a list of numbers with commas is wanted")

func numberList(s string) ([]int, error) {
	var out []int
	for _, f := range strings.Split(s, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(f))
		if err != nil || n < 0 {
			return nil, errNumbers
		}
		out = append(out, n)
	}
	return out, nil
}
