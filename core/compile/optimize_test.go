package compile

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/compile/dumpdiff"
)

// dumpOptimized gives php's dump after optimization at a level.
func dumpOptimized(path string, level uint32, debug string) string {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second) // php 8.2 can hang
	defer cancel()
	cmd := exec.CommandContext(ctx, "php", "-n", "-d", "zend_extension=opcache", "-d", "opcache.enable_cli=1", "-d", "opcache.file_update_protection=0",
		"-d", "opcache.opt_debug_level="+debug, "-d", fmt.Sprintf("opcache.optimization_level=%#x", level),
		"-d", "display_errors=stderr", "-d", "error_reporting=1", "-l", path)
	var b strings.Builder
	cmd.Stderr = &b
	cmd.Run()
	return b.String()
}

func ourDump(t testing.TB, path string, o Options) (string, bool) {
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	o.Cached, o.SkipShebang = true, true
	u, _, err := compileTest(t, src, path, o)
	if err != nil {
		return "", false
	}
	var b strings.Builder
	code.Walk(u, func(a *code.OpArray) {
		if a.Flags&code.AccAbstract == 0 {
			b.WriteString("\n" + code.Dump(a))
		}
	})
	return b.String(), true
}

// TestCompareOptimized compares functions with php's, before and after
// optimization. COMPARE is a list of globs, LEVEL a level, SHOW a function
// to print in both versions.
func TestCompareOptimized(t *testing.T) {
	wantOracle(t, haveOracle(), "no php 8.2 with opcache here")
	patterns := []string{"opt/testdata/*.php"}
	if p := os.Getenv("COMPARE"); p != "" {
		patterns = strings.Fields(p)
	}
	level := uint32(0x7FFEBFFF)
	if l := os.Getenv("LEVEL"); l != "" {
		n, err := strconv.ParseUint(l, 0, 32)
		if err != nil {
			t.Fatal(err)
		}
		level = uint32(n)
	}
	var before, after dumpdiff.Report
	files := 0
	for _, p := range patterns {
		list, _ := filepath.Glob(p)
		for _, f := range list {
			f, _ = filepath.Abs(f)
			files++
			where := filepath.Base(f)
			theirs := dumpOptimized(f, level, "0x20000")
			ours, ok := ourDump(t, f, Options{Optimize: true, Level: level})
			if !ok {
				t.Logf("%s does not compile", f)
				continue
			}
			after.Compare(theirs, ours, where)
			if os.Getenv("BEFORE") != "" {
				plain, _ := ourDump(t, f, Options{})
				before.Compare(dumpOptimized(f, level, "0x10000"), plain, where)
			}
			if fn := os.Getenv("SHOW"); fn != "" {
				show(t, fn, theirs, ours)
			}
		}
	}
	if files == 0 {
		t.Skip("no files")
	}
	if os.Getenv("BEFORE") != "" {
		t.Logf("before optimization:\n%s", before.String())
	}
	t.Logf("after optimization (level %#x):\n%s", level, after.Top(60))
	if os.Getenv("COMPARE") == "" && after.Frames != after.Funcs {
		t.Error("frames differ")
	}
}

func show(t testing.TB, fn, theirs, ours string) {
	a, b := dumpdiff.Parse(theirs), dumpdiff.Parse(ours)
	for _, f := range a {
		if fn != "*" && f.Name != fn {
			continue
		}
		for _, g := range b {
			if g.Name == f.Name && strings.Join(f.Text, "\n") != strings.Join(g.Text, "\n") {
				t.Logf("%s php: args=%d vars=%d tmps=%d ours: args=%d vars=%d tmps=%d\n%s", f.Name, f.Args, f.Vars, f.Tmps, g.Args, g.Vars, g.Tmps,
					textDiff(numbered(f.Text), numbered(g.Text)))
			}
		}
	}
}

var jumpRE = regexp.MustCompile(` \d{4}\b`)

// textDiff is what the diff program says of two texts.
func textDiff(a, b string) string {
	dir, err := os.MkdirTemp("", "diff")
	if err != nil {
		return err.Error()
	}
	defer os.RemoveAll(dir)
	os.WriteFile(dir+"/php", []byte(a), 0o644)
	os.WriteFile(dir+"/ours", []byte(b), 0o644)
	context := "-U3"
	if c := os.Getenv("CONTEXT"); c != "" {
		context = "-U" + c
	}
	out, _ := exec.Command("diff", context, dir+"/php", dir+"/ours").Output()
	return string(out)
}

func numbered(l []string) string {
	var b strings.Builder
	for _, s := range l {
		b.WriteString(jumpRE.ReplaceAllString(s, " @") + "\n")
	}
	return b.String()
}

// TestFrames needs no oracle: sizes php gives for some functions.
func TestFrames(t *testing.T) {
	src := `<?php
function a($n) { if ($n > 0) { a($n - 1); } }
function b($n) { if ($n > 0) { return b($n - 1) + 1; } return 0; }
function c(int $a, array $b): int { $x = $a + 1; $y = $x * 2; foreach ($b as $k => $v) { $x += $v; $y = strlen($k) . "a$x$y"; } unused($q = 5); return $x; }
`
	for _, on := range []bool{false, true} {
		u, _, err := compileTest(t, []byte(src), "f.php", Options{Optimize: on, Cached: true})
		if err != nil {
			t.Fatal(err)
		}
		want := map[string][3]uint32{"a": {1, 1, 3}, "b": {1, 1, 4}, "c": {2, 7, 16}}
		if on {
			want = map[string][3]uint32{"a": {1, 1, 1}, "b": {1, 1, 2}, "c": {2, 6, 6}}
		}
		for _, f := range u.Funcs {
			if got := [3]uint32{f.Desc.NumArgs, f.Desc.NumCVs, f.Desc.NumTmps}; got != want[f.Name] {
				t.Errorf("%s, optimized %v: args, vars, tmps %v, want %v", f.Name, on, got, want[f.Name])
			}
		}
	}
}
