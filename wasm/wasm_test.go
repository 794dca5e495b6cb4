package wasm_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ebb-vm/ebb/wasm"
)

// shared is one Runtime for all tests: compiling the core takes seconds.
var shared struct {
	once sync.Once
	rt   *wasm.Runtime
	err  error
	took time.Duration
}

var (
	ctx = context.Background()
	// cacheDir keeps the compiled core from one run of the tests to the next.
	cacheDir = filepath.Join(os.TempDir(), "ebb-wasm-test-cache")
)

// coreFile is the embedded core's source file; `make wasm` writes it.
const coreFile = "core.wasm.br"

func newRuntime(t testing.TB) *wasm.Runtime {
	t.Helper()
	if st, err := os.Stat(coreFile); err != nil || st.Size() == 0 {
		if os.Getenv("EBB_NO_SKIP") != "" {
			t.Fatal("the core was not built: make wasm")
		}
		t.Skip("the core was not built: make wasm")
	}
	shared.once.Do(func() {
		start := time.Now()
		shared.rt, shared.err = wasm.NewRuntime(ctx, wasm.Config{CacheDir: cacheDir})
		shared.took = time.Since(start)
	})
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.rt
}

// run runs a script that is expected to end by itself.
func run(t testing.TB, s wasm.Script) *wasm.Result {
	t.Helper()
	res, err := newRuntime(t).Run(ctx, s)
	if err != nil {
		t.Fatalf("%v\n%s%s", err, res.Stdout, res.Stderr)
	}
	return res
}

// php runs source and returns what it printed.
func php(t testing.TB, source string) string {
	t.Helper()
	res := run(t, wasm.Script{Source: []byte("<?php " + source)})
	return string(res.Stdout) + string(res.Stderr)
}

func TestHello(t *testing.T) {
	res := run(t, wasm.Script{Source: []byte("<?php echo 'hello', PHP_EOL;")})
	if string(res.Stdout) != "hello\n" || len(res.Stderr) != 0 || res.ExitStatus != 0 || res.Pages != nil {
		t.Errorf("%+v", res)
	}
	if res.MemoryPeak < 100<<10 || res.MemoryPeak > 2<<20 || res.Duration <= 0 {
		t.Errorf("peak %d, duration %v", res.MemoryPeak, res.Duration)
	}
	t.Logf("runtime ready after %v, hello takes %v", shared.took, res.Duration)
}

func TestWorld(t *testing.T) {
	var out, errs bytes.Buffer
	res := run(t, wasm.Script{
		Source: []byte(`<?php
			echo __FILE__, "|", $argc, "|", implode(",", $argv), "|", getenv("WHO"), "|", var_export(getenv("HOME"), true), "|", getcwd(), "\n";
			fwrite(STDERR, "to stderr\n");
			while (($line = fgets(STDIN)) !== false) echo strtoupper($line);
			echo strlen(file_get_contents(__FILE__)) > 100 ? "reads itself\n" : "no";
			exit(7);`),
		Path: "/app/main.php", Args: []string{"a b", "", "ü"}, Env: []string{"WHO=me=you", "EMPTY="},
		Stdin: strings.NewReader("one\ntwo"), Stdout: &out, Stderr: &errs,
	})
	want := "/app/main.php|4|/app/main.php,a b,,ü|me=you|false|/\nONE\nTWOreads itself\n"
	if out.String() != want {
		t.Errorf("stdout %q, want %q", out.String(), want)
	}
	if errs.String() != "to stderr\n" || res.ExitStatus != 7 || len(res.Stdout)+len(res.Stderr) != 0 {
		t.Errorf("stderr %q, result %+v", errs.String(), res)
	}
}

func TestExitStatus(t *testing.T) {
	for source, want := range map[string]int{
		"":                          0,
		"exit;":                     0,
		"exit('bye');":              0,
		"exit(3);":                  3,
		"exit(255);":                255,
		"throw new Exception('x');": 255,
		"undefined_function();":     255,
		"if (":                      255,
		"register_shutdown_function(function () { exit(9); }); exit(1);": 9,
	} {
		res := run(t, wasm.Script{Source: []byte("<?php " + source)})
		if res.ExitStatus != want {
			t.Errorf("%s: status %d, want %d: %s", source, res.ExitStatus, want, res.Stdout)
		}
	}
	res := run(t, wasm.Script{Path: "/nowhere.php"})
	if res.ExitStatus != 1 || !strings.Contains(string(res.Stdout), "Could not open input file: /nowhere.php") {
		t.Errorf("a program that is not there: %d %s", res.ExitStatus, res.Stdout)
	}
}

func TestSourceIsAnyBytes(t *testing.T) {
	res := run(t, wasm.Script{Source: []byte("\xff\x00text<?= bin2hex('\xfe\x80') ?>")})
	if string(res.Stdout) != "\xff\x00textfe80" {
		t.Errorf("%q", res.Stdout)
	}
}

func TestIni(t *testing.T) {
	res := run(t, wasm.Script{Source: []byte("<?php echo 1/3, ' ', ini_get('memory_limit');"), Ini: map[string]string{"precision": "5"}, MemoryLimit: 64 << 20})
	if string(res.Stdout) != "0.33333 67108864" {
		t.Errorf("%q", res.Stdout)
	}
}

func TestEnvironmentIsChecked(t *testing.T) {
	for _, bad := range []string{"NOVALUE", "=x", "A=b\x00c"} {
		if _, err := newRuntime(t).Run(ctx, wasm.Script{Source: []byte("x"), Env: []string{bad}}); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

// slowReader gives a line now and then, as a person would.
type slowReader struct{ lines []string }

func (s *slowReader) Read(p []byte) (int, error) {
	if len(s.lines) == 0 {
		return 0, io.EOF
	}
	time.Sleep(5 * time.Millisecond)
	n := copy(p, s.lines[0])
	if s.lines[0] = s.lines[0][n:]; s.lines[0] == "" {
		s.lines = s.lines[1:]
	}
	return n, nil
}

func TestStdinThatWaits(t *testing.T) {
	res := run(t, wasm.Script{Source: []byte(`<?php while (($l = fgets(STDIN)) !== false) echo strlen($l), ";";`),
		Stdin: &slowReader{[]string{"a\n", strings.Repeat("b", 3000) + "\n", "c"}}})
	if string(res.Stdout) != "2;3001;1;" {
		t.Errorf("%q", res.Stdout)
	}
	// A read that would wait for ever ends when the script is to stop.
	r, w := io.Pipe()
	defer w.Close()
	limited, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err := newRuntime(t).Run(limited, wasm.Script{Source: []byte("<?php fgets(STDIN); while (true);"), Stdin: r})
	if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) > 5*time.Second {
		t.Errorf("%v after %v", err, time.Since(start))
	}
}

func TestRandomnessAndClocks(t *testing.T) {
	a, b := php(t, "echo bin2hex(random_bytes(16)), ' ', mt_rand();"), php(t, "echo bin2hex(random_bytes(16)), ' ', mt_rand();")
	if a == b {
		t.Errorf("two instances draw the same: %s", a)
	}
	out := php(t, "$a = hrtime(true); usleep(20000); echo hrtime(true) - $a >= 20000000 ? 'slept' : 'woke', ' ', time();")
	if !strings.HasPrefix(out, "slept ") || strings.HasSuffix(out, " 0") {
		t.Error(out)
	}
}
