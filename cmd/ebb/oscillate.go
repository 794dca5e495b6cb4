package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/ebb-vm/ebb/cmd/ebb/internal/table"
	"github.com/ebb-vm/ebb/core/rt"
)

// The oscillation: a call depth that swings across page boundaries. On a fresh
// heap it costs next to nothing. On a heap whose holes are all shorter than a VM
// stack page every page that is opened has the heap search the bitmaps of all its
// chunks, unless the newest chunk, which is looked at first, has room left, so the
// cost depends on how full that one happens to be. Freed pages kept in a cache
// make it independent of the heap.

// oscillation is the program: its arguments are the number of strings and the
// depths; it prints a depth and the nanoseconds of one descent on each line. Each
// is the best of many short samples: the work is always the same, so whatever
// takes longer was disturbed by other processes.
const oscillation = `<?php
function a($n) { if ($n > 0) { a($n - 1); } }

$strings = (int) $argv[1];
for ($i = 0; $i < $strings; $i++) {
    $held[] = str_repeat("x", 5500);
}
for ($i = 1; $i < $strings; $i += 2) {
    $held[$i] = null;
}
foreach (array_slice($argv, 2) as $depth) {
    $depth = (int) $depth;
    $start = hrtime(true);
    a($depth);
    $rounds = max(1, min(1000, intdiv(2000000, hrtime(true) - $start + 1)));
    $best = INF;
    for ($sample = 0; $sample < 100; $sample++) {
        $start = hrtime(true);
        for ($round = 0; $round < $rounds; $round++) {
            a($depth);
        }
        $best = min($best, (hrtime(true) - $start) / $rounds);
    }
    printf("%d %.1f\n", $depth, $best);
}
`

// oscillationColumn is one setting under which the program runs.
type oscillationColumn struct {
	Engine  string             `json:"engine"`
	Strings int                `json:"strings"` // 0: a fresh heap
	Cache   int                `json:"cache"`   // pages kept; -1 where the engine has no cache
	Micros  map[string]float64 `json:"micros"`  // µs for one oscillation, by depth
}

func (c *oscillationColumn) head() string {
	heap := "fresh"
	if c.Strings > 0 {
		heap = "n=" + table.Count(c.Strings)
	}
	switch {
	case c.Cache > 0:
		return fmt.Sprintf("%s, cache", heap)
	case c.Cache == 0:
		return heap + ", no cache"
	}
	return "php " + heap
}

func (b *bench) oscillation(depthList, stringList string) (int, error) {
	depths, err := numberList(depthList)
	if err != nil {
		return 1, usageError{"bench", "bench: --depths: " + err.Error()}
	}
	heaps := []int{0}
	if stringList != "none" {
		more, err := numberList(stringList)
		if err != nil {
			return 1, usageError{"bench", "bench: --strings: " + err.Error()}
		}
		heaps = append(heaps, more...)
	}
	dir, err := os.MkdirTemp("", "ebb-bench")
	if err != nil {
		return 1, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "oscillation.php")
	if err := os.WriteFile(file, []byte(oscillation), 0o644); err != nil {
		return 1, err
	}
	var columns []*oscillationColumn
	for _, n := range heaps {
		columns = append(columns, &oscillationColumn{"ebb", n, 32, nil}, &oscillationColumn{"ebb", n, 0, nil})
	}
	if b.php != "" {
		for _, n := range heaps {
			columns = append(columns, &oscillationColumn{"php", n, -1, nil})
		}
	}
	for i, c := range columns {
		b.progress.Show("%d of %d: %s", i+1, len(columns), c.head())
		args := []string{file, strconv.Itoa(c.Strings)}
		for _, d := range depths {
			args = append(args, strconv.Itoa(d))
		}
		bin := b.ebb
		if c.Engine == "php" {
			bin, args = b.php, append([]string{"-n", "-d", "memory_limit=-1"}, args...)
		} else {
			args = b.ebbArgs(args, "memory_limit=-1", rt.IniStackCache+"="+strconv.Itoa(c.Cache))
		}
		s, err := b.once(bin, args)
		if err != nil {
			b.progress.Done()
			return 1, err
		}
		c.Micros = map[string]float64{}
		for _, line := range strings.Split(strings.TrimSpace(string(s.out)), "\n") {
			depth, ns, _ := strings.Cut(line, " ")
			v, err := strconv.ParseFloat(ns, 64)
			if err != nil {
				b.progress.Done()
				return 1, fmt.Errorf("%s printed %q", filepath.Base(bin), line)
			}
			c.Micros[depth] = v / 1000
		}
	}
	b.progress.Done()
	if b.json {
		return 0, writeJSON(os.Stdout, columns)
	}
	head := []string{"depth"}
	for _, c := range columns {
		head = append(head, c.head())
	}
	t := table.New(head...)
	t.Left = 0
	for _, d := range depths {
		row := []any{table.Count(d)}
		for _, c := range columns {
			row = append(row, fmt.Sprintf("%.1f", c.Micros[strconv.Itoa(d)]))
		}
		t.Row(row...)
	}
	fmt.Println("µs for one descent of a() to a depth and back")
	fmt.Println()
	t.Write(os.Stdout, "")
	return 0, nil
}
