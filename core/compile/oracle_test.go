package compile

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/syntax"
)

// The oracle is PHP 8.2's own dump. Differences that newer PHP brings are
// evened out by normalise.

var phpDump = []string{"-n", "-d", "zend_extension=opcache", "-d", "opcache.enable_cli=1", "-d", "opcache.file_update_protection=0",
	"-d", "opcache.opt_debug_level=0x10000", "-d", "display_errors=stderr", "-d", "error_reporting=85", "-l"}

func haveLines() bool {
	out, err := exec.Command("phpdbg", "-V").Output()
	return err == nil && strings.Contains(string(out), "PHP 8.2")
}

func haveOracle() bool {
	out, err := exec.Command("php", "-n", "-d", "zend_extension=opcache", "-v").Output()
	return err == nil && strings.Contains(string(out), "PHP 8.2") && strings.Contains(string(out), "OPcache")
}

// wantOracle skips a test whose oracle is missing, or with EBB_NO_SKIP fails it.
func wantOracle(t *testing.T, have bool, missing string) {
	switch {
	case have:
	case os.Getenv("EBB_NO_SKIP") != "":
		t.Fatal(missing)
	default:
		t.Skip(missing)
	}
}

var headRE = regexp.MustCompile(`(?m)^([^\n]+):\n     ; \(lines=`)

// splitDump cuts a dump into functions. A name that repeats keeps all its bodies.
func splitDump(text string, lines bool) map[string][]string {
	out := map[string][]string{}
	at := headRE.FindAllStringSubmatchIndex(text, -1)
	for i, m := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		name := text[m[2]:m[3]]
		body := strings.TrimRight(text[m[0]:end], "\n")
		if j := strings.Index(body, "EXCEPTION TABLE:"); j >= 0 {
			body = body[:j] + strings.Join(strings.Fields(body[j:]), " ") // php forgets some line ends there
		}
		if lines {
			// phpdbg puts other text between functions: only the oplines count.
			// It runs every call through its own loop, so the instruction is the general one.
			body = text[m[0]:m[1]] + strings.Join(lineRE.FindAllString(text[m[1]:end], -1), "\n")
		}
		if lines {
			body = callRE.ReplaceAllString(body, "DO_FCALL")
		}
		out[name] = append(out[name], body)
	}
	for n, v := range out {
		sort.Strings(v)
		if lines {
			out[n] = slices.Compact(v) // phpdbg repeats inherited methods
		}
	}
	return out
}

var lineRE = regexp.MustCompile(`(?m)^(\d+, args=.*|L\d{4,} \d{4,} .*)$`)

var callRE = regexp.MustCompile(`\bDO_(ICALL|UCALL|FCALL_BY_NAME)\b`)

var dropRE = regexp.MustCompile(`(?m)^     ; return .*\n`)

// dumpPHP gives php's dump of a file, which is compiled and not run.
func dumpPHP(path string) string {
	cmd := exec.Command("php", append(append([]string{}, phpDump...), path)...)
	var b strings.Builder
	cmd.Stderr = &b
	cmd.Stdin = nil
	cmd.Run()
	return dropRE.ReplaceAllString(b.String(), "")
}

// dumpLines is phpdbg's dump, which has the lines of oplines, and is of code
// compiled as php does without opcache.
func dumpLines(path string) string {
	out, _ := exec.Command("phpdbg", "-n", "-qrr", "-p*", "-d", "display_errors=1", "-d", "error_reporting=85", path).CombinedOutput()
	return string(out)
}

var fatalRE = regexp.MustCompile(`(?m)^(?:PHP )?(Fatal|Parse) error: +(.*) in (\S+) on line (\d+)`)

// compareDumps reports the functions that differ, or errors that do.
func compareDumps(t *testing.T, path string, src []byte, lines bool) {
	u, _, err := compileTest(t, src, path, Options{Cached: !lines, SkipShebang: true, php82: true})
	var want string
	if lines {
		want = dumpLines(path)
	} else {
		want = dumpPHP(path)
	}
	i := strings.Index(want, "$_main:\n")
	if m := fatalRE.FindStringSubmatch(want); i < 0 && m != nil {
		text := m[2] + " in " + m[3] + " on line " + m[4]
		got := "no error"
		switch e := err.(type) {
		case *syntax.Error:
			got = fmt.Sprintf("%s in %s on line %d", e.Msg, path, e.Line)
		case *Error:
			got = e.Error()
		}
		if got != text {
			t.Errorf("ERR php: %s\ngot: %s", text, got)
		}
		return
	}
	if err != nil {
		t.Errorf("ERR php accepts\ngot: %v", err)
		return
	}
	verifyUnit(t, u)
	if i < 0 {
		t.Errorf("%s: php gives no dump: %.300s", path, want)
		return
	}
	w, g := splitDump(want[i:], lines), splitDump(dumpConcrete(u, lines), lines)
	names := make([]string, 0, len(w))
	for n := range w {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		if lines && len(w[n]) < len(g[n]) {
			g[n] = among(w[n], g[n]) // phpdbg leaves out closures in closures
		}
		if len(w[n]) != len(g[n]) {
			t.Errorf("%s: %s: php has %d, got %d", path, n, len(w[n]), len(g[n]))
			continue
		}
		for j := range w[n] {
			if w[n][j] != g[n][j] {
				t.Errorf("%s: %s differs at %s", path, n, firstDiff(w[n][j], g[n][j]))
			}
		}
	}
	for n := range g {
		if _, ok := w[n]; !ok && !lines {
			t.Errorf("%s: php does not have %s", path, n)
		}
	}
}

// dumpConcrete lists a unit as php does: without abstract methods.
func dumpConcrete(u *code.Unit, lines bool) string {
	var b strings.Builder
	code.Walk(u, func(a *code.OpArray) {
		if lines || a.Flags&code.AccAbstract == 0 {
			if lines {
				b.WriteString("\n" + strings.Replace(code.DumpLines(a), "     ; (before optimizer)\n", "", 1))
			} else {
				b.WriteString("\n" + code.Dump(a))
			}
		}
	})
	return b.String()
}

// among picks, for each body wanted, the same one or else any.
func among(want, got []string) []string {
	var out []string
	for i, w := range want {
		pick := got[i]
		for _, g := range got {
			if g == w {
				pick = g
			}
		}
		out = append(out, pick)
	}
	return out
}

func firstDiff(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range w {
		if i >= len(g) || w[i] != g[i] {
			lo := max(0, i-4)
			g = append(g, make([]string, max(0, i+1-len(g)))...)
			return "line:\n<php " + w[i] + "\n<got " + g[i] + "\n--- php\n" + strings.Join(w[lo:min(len(w), i+6)], "\n") + "\n--- got\n" + strings.Join(g[min(lo, len(g)):min(len(g), i+6)], "\n")
		}
	}
	return "its end"
}

func TestOracle(t *testing.T) {
	wantOracle(t, haveOracle(), "no php 8.2 with opcache here")
	runOracle(t, false)
}

func TestOracleLines(t *testing.T) {
	wantOracle(t, haveLines(), "no phpdbg 8.2 here")
	runOracle(t, true)
}

func runOracle(t *testing.T, lines bool) {
	pattern := "testdata/*.php"
	if p := os.Getenv("ORACLE"); p != "" {
		pattern = p
	}
	files, _ := filepath.Glob(pattern)
	if len(files) == 0 {
		t.Fatal("no files")
	}
	for _, f := range files {
		f, _ = filepath.Abs(f)
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(f), func(t *testing.T) {
			if strings.HasSuffix(f, ".phpt") {
				f, src = fromPhpt(t, src)
			}
			if src != nil {
				compareDumps(t, f, src, lines)
			}
		})
	}
}

// fromPhpt writes the FILE section of a .phpt to a file of its own.
func fromPhpt(t *testing.T, src []byte) (string, []byte) {
	_, body, ok := strings.Cut(string(src), "--FILE--\n")
	if !ok {
		return "", nil
	}
	if m := regexp.MustCompile(`(?m)^--[A-Z_]+--$`).FindStringIndex(body); m != nil {
		body = body[:m[0]]
	}
	f := filepath.Join(t.TempDir(), "f.php")
	if err := os.WriteFile(f, []byte(body), 0o644); err != nil {
		t.Fatal(err)
	}
	return f, []byte(body)
}
