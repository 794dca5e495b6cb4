package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"ebb": main})
}

// TestScripts runs the command line's tests. Two commands are added to
// testscript's own: "extends a|b DEPTH N" runs one descent of a function of the
// reference table under `ebb pages` and demands N stack extensions, and
// "jsonkeys KEY..." demands the keys of the object on the last standard output,
// in their order.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       os.Getenv("EBB_UPDATE") != "",
		RequireExplicitExec: true,
		Condition:           condition,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"extends": extends, "jsonkeys": jsonKeys,
		},
	})
}

// condition knows "opcache", a php that has it, besides what testscript knows.
// With EBB_NO_SKIP its absence is a failure.
func condition(name string) (bool, error) {
	if name != "opcache" {
		return false, fmt.Errorf("unknown condition %s", name)
	}
	_, err := findPHP(&options{ini: map[string]string{}}, "php")
	if err != nil && os.Getenv("EBB_NO_SKIP") != "" {
		return false, err
	}
	return err == nil, nil
}

func extends(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 3 || neg {
		ts.Fatalf("usage: extends FUNCTION DEPTH N")
	}
	src := "<?php\n" +
		"function a($n) { if ($n > 0) { a($n - 1); } }\n" +
		"function b($n) { if ($n > 0) { return b($n - 1) + 1; } return 0; }\n" +
		args[0] + "(" + args[1] + ");\n"
	file := ts.MkAbs("extends.php")
	ts.Check(os.WriteFile(file, []byte(src), 0o644))
	ts.Check(ts.Exec("ebb", "pages", "--json", file))
	var p struct {
		Extensions int `json:"stack_extensions"`
		FromHeap   int `json:"pages_from_heap"`
		PeakDepth  int `json:"peak_depth"`
	}
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &p))
	if got := strconv.Itoa(p.Extensions); got != args[2] {
		ts.Fatalf("%s(%s): %s stack extensions, not %s", args[0], args[1], got, args[2])
	}
	if p.FromHeap != p.Extensions+1 {
		ts.Fatalf("%d pages from the heap", p.FromHeap)
	}
	if depth, _ := strconv.Atoi(args[1]); p.PeakDepth != depth+2 { // n+1 calls and the main script
		ts.Fatalf("peak depth %d", p.PeakDepth)
	}
}

func jsonKeys(ts *testscript.TestScript, neg bool, args []string) {
	dec := json.NewDecoder(strings.NewReader(ts.ReadFile("stdout")))
	var keys []string
	depth, value := 0, false
	for {
		tok, err := dec.Token()
		if err != nil {
			break
		}
		switch v := tok.(type) {
		case json.Delim:
			if v == '{' || v == '[' {
				depth++
			} else {
				depth--
			}
			value = false
		case string:
			if depth == 1 && !value {
				keys = append(keys, v)
				value = true
				continue
			}
			value = false
		default:
			value = false
		}
	}
	if got := fmt.Sprint(keys); (got == fmt.Sprint(args)) == neg {
		ts.Fatalf("keys %v", keys)
	}
}

func TestLines(t *testing.T) {
	names, values := lines([]sample{
		{out: []byte("simple             0.036\nmandel2            0.401\n$x = self::$x      0.474    0.404\n-----\nnot a line\nTotal              1.814\n")},
		{out: []byte("simple             0.040\nTotal  2.0\n")},
	})
	if fmt.Sprint(names) != "[simple mandel2 $x = self::$x Total]" || fmt.Sprint(values["simple"]) != "[36 40]" || values["$x = self::$x"][0] != 474 {
		t.Errorf("%v %v", names, values)
	}
}

// What is in the table of commands can be explained, and has a script that tests it.
func TestCommandsAreComplete(t *testing.T) {
	all, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, f := range all {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(b)
	}
	for _, c := range commands() {
		if !strings.HasPrefix(c.help, "usage: ebb "+c.name) || c.summary == "" {
			t.Errorf("%s has no help", c.name)
		}
		if !strings.Contains(text.String(), "exec ebb "+c.name) {
			t.Errorf("no script runs ebb %s", c.name)
		}
	}
}
