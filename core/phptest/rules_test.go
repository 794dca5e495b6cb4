package phptest

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ebb-vm/ebb/core/phptest/corpus"
)

// TestRules runs the programs that show one rule of the language each.
func TestRules(t *testing.T) {
	dir := t.TempDir()
	if err := UnpackRules(dir); err != nil {
		t.Fatal(err)
	}
	names := corpus.Names("rules")
	if len(names) < 200 {
		t.Errorf("%d programs", len(names))
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
			defer cancel()
			if bad := CheckRule(ctx, Core{}, dir, name); bad != "" {
				t.Error(bad)
			}
		})
	}
}

// TestRulesAgainstPHP checks what is recorded against the php of this machine,
// for the programs that its version can run.
func TestRulesAgainstPHP(t *testing.T) {
	missing := t.Skip
	if os.Getenv("EBB_NO_SKIP") != "" {
		missing = t.Fatal
	}
	php, err := exec.LookPath("php")
	if err != nil {
		missing("no php")
	}
	v, err := exec.Command(php, "-n", "-r", "echo PHP_VERSION_ID;").Output()
	version, _ := strconv.Atoi(string(v))
	if err != nil || version < 80200 || version >= 80300 {
		missing("the recorded outputs are those of PHP 8.2, php is " + string(v))
	}
	dir := t.TempDir()
	if err := UnpackRules(dir); err != nil {
		t.Fatal(err)
	}
	args := []string{"-n"}
	for k, v := range RuleIni {
		args = append(args, "-d", k+"="+v)
	}
	for _, name := range corpus.Names("rules") {
		if RuleSince(name) > version {
			continue
		}
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		cmd := exec.CommandContext(ctx, php, append(args[:len(args):len(args)], name+".php")...)
		cmd.Dir = dir
		var out bytes.Buffer
		cmd.Stdout = &out
		_ = cmd.Run() // many end with an error, on purpose
		cancel()
		if bad := RuleDiff(name, out.Bytes(), dir); bad != "" {
			t.Errorf("%s: %s", name, bad)
		}
	}
}

// TestRuleMarks: programs for newer versions say so in the first line, and
// nothing else there looks like a mark.
func TestRuleMarks(t *testing.T) {
	n := 0
	for _, name := range corpus.Names("rules") {
		first, _, _ := strings.Cut(string(corpus.Source("rules", name)), "\n")
		if s := RuleSince(name); s >= 80300 {
			n++
		} else if first != "<?php" {
			t.Errorf("%s begins with %q", name, first)
		}
	}
	if n < 20 {
		t.Errorf("%d programs of features newer than PHP 8.2", n)
	}
}
