package phptest

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/ebb-vm/ebb/core/phptest/corpus"
)

// RuleDir is the directory that the expected outputs of the rule programs
// name; where they are run, theirs is replaced by it.
const RuleDir = "/rules"

// RuleIni are the settings that rule programs are run with.
var RuleIni = map[string]string{
	"display_errors": "1", "log_errors": "0", "html_errors": "0", "zend.assertions": "1", "memory_limit": "128M",
	"fatal_error_backtraces": "0", // PHP 8.2, whose output is recorded, has none
}

// UnpackRules writes the rule programs into dir.
func UnpackRules(dir string) error {
	entries, err := corpus.FS.ReadDir("rules")
	if err != nil {
		return err
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".out") {
			continue
		}
		b, err := corpus.FS.ReadFile("rules/" + e.Name())
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, e.Name()), b, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// CheckRule runs a rule program, which UnpackRules has put into dir, on an
// engine and tells what is wrong: "" for nothing.
func CheckRule(ctx context.Context, r Runner, dir, name string) string {
	p := Program{Path: filepath.Join(dir, name+".php"), Source: corpus.Source("rules", name), Dir: dir, Ini: RuleIni}
	o := r.Run(ctx, p)
	switch {
	case o.Panic != "":
		return "the engine broke: " + o.Panic
	case o.Hung:
		return "not done in time"
	}
	if diff := RuleDiff(name, o.Output, dir); diff != "" {
		return diff
	}
	if o.Leaked != 0 {
		return fmt.Sprintf("%d blocks left on the heap", o.Leaked)
	}
	return ""
}

// RuleDiff compares what a rule program printed in dir with what is recorded:
// "" when it is the same.
func RuleDiff(name string, out []byte, dir string) string {
	want, err := corpus.FS.ReadFile("rules/" + name + ".out")
	if err != nil {
		return err.Error()
	}
	got := bytes.ReplaceAll(out, []byte(dir+"/"), []byte(RuleDir+"/"))
	if bytes.Equal(got, want) {
		return ""
	}
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	i := 0
	for i < len(g) && i < len(w) && g[i] == w[i] {
		i++
	}
	line := func(l []string) string {
		if i < len(l) {
			return l[i]
		}
		return "(end)"
	}
	return fmt.Sprintf("line %d: %q, recorded is %q", i+1, line(g), line(w))
}

// RuleSince is the version of PHP that a rule program needs, as 80400 for 8.4,
// from the mark in its first line; 0 when 8.2 has what it shows.
func RuleSince(name string) int {
	first, _, _ := bytes.Cut(corpus.Source("rules", name), []byte("\n"))
	var major, minor int
	if _, err := fmt.Sscanf(string(first), "<?php // since %d.%d", &major, &minor); err != nil {
		return 0
	}
	return major*10000 + minor*100
}
