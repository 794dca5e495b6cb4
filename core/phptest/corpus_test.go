package phptest

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ebb-vm/ebb/core/phptest/corpus"
)

// runCorpus runs one program of the corpus in a directory of its own.
func runCorpus(t *testing.T, folder, name string, ini map[string]string, limit time.Duration) Outcome {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, name+".php")
	src := corpus.Source(folder, name)
	if err := os.WriteFile(path, src, 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	o := Core{}.Run(ctx, Program{Path: path, Source: src, Dir: dir, Ini: ini})
	if o.Panic != "" {
		t.Fatalf("the engine broke: %s", o.Panic)
	}
	if o.Hung {
		t.Fatalf("not done after %v", limit)
	}
	return o
}

func expectRecorded(t *testing.T, folder, name string) {
	want, err := fs.ReadFile(corpus.FS, folder+"/"+name+".out")
	if err != nil {
		t.Fatal(err)
	}
	// PHP 8.2, whose figures these are, has no page cache.
	o := runCorpus(t, folder, name, map[string]string{"ebb.vm_stack_page_cache": "0"}, time.Minute)
	if !bytes.Equal(o.Output, want) {
		t.Errorf("output\n%s\nPHP's\n%s", clip(o.Output), clip(want))
	}
	if o.Leaked != 0 {
		t.Errorf("%d blocks leaked", o.Leaked)
	}
}

func clip(b []byte) []byte { return b[:min(len(b), 3000)] }

// TestBenchPrograms: the Benchmarks Game programs print what PHP prints.
func TestBenchPrograms(t *testing.T) {
	for _, name := range corpus.Names("bench") {
		t.Run(name, func(t *testing.T) { expectRecorded(t, "bench", name) })
	}
}

// TestMemoryUsage: differences of memory_get_usage() equal PHP 8.2's.
func TestMemoryUsage(t *testing.T) {
	for _, name := range corpus.Names("memory") {
		t.Run(name, func(t *testing.T) { expectRecorded(t, "memory", name) })
	}
}

// TestHostile: hostile programs end in a clean message.
func TestHostile(t *testing.T) {
	for _, name := range corpus.Names("hostile") {
		t.Run(name, func(t *testing.T) {
			e := corpus.Expect(corpus.Source("hostile", name))
			o := runCorpus(t, "hostile", name, map[string]string{"memory_limit": "128M"}, time.Duration(e.Seconds)*time.Second)
			if miss := e.Check(o.Exit, o.Output); miss != "" {
				t.Errorf("%s\n%s", miss, clip(o.Output))
			}
			if o.Leaked != 0 && o.Exit == 0 {
				t.Errorf("%d blocks leaked", o.Leaked)
			}
		})
	}
}

// TestDirectories runs the .phpt files below the directories that EBB_PHPT
// names (separated by colons), for work with php-src's own tests; nothing
// to do without it.
func TestDirectories(t *testing.T) {
	dirs := os.Getenv("EBB_PHPT")
	if dirs == "" {
		return
	}
	s := Suite{Runner: Core{}, Jobs: 2, Limit: 10 * time.Second, Pattern: os.Getenv("EBB_PHPT_ONLY")}
	s.OnDone = func(r Result) {
		if r.Verdict == Crash || r.Verdict == Hang {
			why, _, _ := strings.Cut(r.Why, "\n")
			t.Logf("%s %s %s", r.Verdict, r.Path, why)
		}
	}
	results, err := s.Run(context.Background(), strings.Split(dirs, ":")...)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	Summary(&b, results)
	t.Logf("\n%s", b.String())
	if out := os.Getenv("EBB_PHPT_OUT"); out != "" {
		if err := WriteFailures(out, results); err != nil {
			t.Error(err)
		}
	}
}
