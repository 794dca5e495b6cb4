package phptest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/ebb-vm/ebb/core"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/rt"
)

// Program is what a Runner executes.
type Program struct {
	Path   string
	Source []byte
	Args   []string
	Ini    map[string]string
	Stdin  []byte
	Env    []string // further KEY=value pairs
	Dir    string
}

// Outcome is how a program ended.
type Outcome struct {
	Output []byte // standard output and error as they came
	Exit   int
	Leaked int    // blocks left on the heap after a regular end
	Panic  string // the engine broke: what it said, with a stack
	Hung   bool   // stopped at the time limit
}

// Runner executes programs on some engine.
type Runner interface {
	Run(ctx context.Context, p Program) Outcome
	// Extension reports whether an extension is there.
	Extension(name string) bool
}

// Core runs programs on the core in this process.
type Core struct {
	Pages func() mm.PageSource // nil: the portable source
	Tier  func(x *rt.Exec)     // nil: the Go loop
	Ini   map[string]string    // settings of every program, before its own
}

type hostFor struct {
	rt.Host
	in  io.Reader
	out io.Writer
	env []string
	dir string
}

func (h hostFor) Stdin() io.Reader  { return h.in }
func (h hostFor) Stdout() io.Writer { return h.out }
func (h hostFor) Stderr() io.Writer { return h.out }
func (h hostFor) Env() []string     { return h.env }
func (h hostFor) Cwd() string       { return h.dir }

// Run implements Runner.
func (c Core) Run(ctx context.Context, p Program) (o Outcome) {
	var out bytes.Buffer
	ini := map[string]string{}
	for k, v := range c.Ini {
		ini[k] = v
	}
	for k, v := range p.Ini {
		ini[k] = v
	}
	ini["ebb.debug_panic"] = "1" // a fault of the engine is a crash here, not a message
	cfg := core.Config{Ini: ini, Tier: c.Tier, Host: hostFor{rt.NewOSHost(), bytes.NewReader(p.Stdin), &out, append(os.Environ(), p.Env...), p.Dir}}
	if c.Pages != nil {
		cfg.Pages = c.Pages()
	}
	old := debug.SetPanicOnFault(true)
	defer debug.SetPanicOnFault(old)
	defer func() {
		if e := recover(); e != nil {
			o.Panic = fmt.Sprintf("%v\n%s", e, debug.Stack())
			o.Exit = 255
		}
		o.Output = out.Bytes()
		o.Hung = ctx.Err() != nil
	}()
	r := core.New(cfg).RunContext(ctx, core.Script{Path: p.Path, Source: p.Source, Args: p.Args})
	o.Exit = r.ExitCode
	if !r.Bailed {
		o.Leaked = r.LiveBlocks
	}
	return o
}

// Extension implements Runner.
func (c Core) Extension(name string) bool {
	e := core.New(core.Config{Out: io.Discard})
	x := e.Start(core.Script{Path: "x", Source: []byte("")})
	ok := x.Module(name) != nil
	e.Finish()
	return ok
}

// Verdict is what became of a test.
type Verdict int

// Verdicts.
const (
	Pass Verdict = iota
	Fail
	Skip
	Crash // the engine panicked
	Hang
	Leak // right output, but blocks were left
	XFail
)

func (v Verdict) String() string {
	return [...]string{"pass", "fail", "skip", "crash", "hang", "leak", "xfail"}[v]
}

// Result of one test.
type Result struct {
	Test    *Test
	Path    string
	Verdict Verdict
	Why     string
	Output  []byte
	Time    time.Duration
}

// runTestsIni are the settings that php-src's runner gives every test.
var runTestsIni = map[string]string{
	"output_buffering": "0", "error_reporting": "30719", "display_errors": "1", "display_startup_errors": "1",
	"log_errors": "0", "html_errors": "0", "ignore_repeated_errors": "0", "precision": "14", "serialize_precision": "-1",
	"memory_limit": "128M", "zend.assertions": "1", "zend.exception_ignore_args": "0", "zend.exception_string_param_max_len": "15",
	"short_open_tag": "0", "opcache.file_update_protection": "0", "fatal_error_backtraces": "0",
}

// Run runs one test.
func Run(ctx context.Context, r Runner, path string, limit time.Duration) (res Result) {
	start := time.Now()
	res.Path = path
	defer func() { res.Time = time.Since(start) }()
	t, err := Parse(path)
	if err != nil {
		res.Verdict, res.Why = Fail, err.Error()
		return res
	}
	res.Test = t
	for _, s := range unsupported {
		if _, ok := t.Sections[s]; ok {
			res.Verdict, res.Why = Skip, "needs "+s
			return res
		}
	}
	if t.Expected() == "" {
		res.Verdict, res.Why = Fail, "no expectation"
		return res
	}
	for _, ext := range strings.Fields(t.text("EXTENSIONS")) {
		if !r.Extension(ext) {
			res.Verdict, res.Why = Skip, "needs extension "+ext
			return res
		}
	}
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		res.Verdict, res.Why = Fail, err.Error()
		return res
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	p := Program{Ini: map[string]string{}, Dir: dir, Env: []string{"TEST_PHP_EXECUTABLE=", "TEMP=" + os.TempDir()}}
	for k, v := range runTestsIni {
		p.Ini[k] = v
	}
	for _, line := range strings.Split(t.text("INI"), "\n") {
		k, v, ok := strings.Cut(line, "=")
		if ok {
			v = strings.Trim(strings.TrimSpace(v), `"`)
			p.Ini[strings.TrimSpace(k)] = strings.NewReplacer("{PWD}", dir, "{TMP}", os.TempDir()).Replace(v)
		}
	}
	for _, line := range strings.Split(t.text("ENV"), "\n") {
		if strings.Contains(line, "=") {
			p.Env = append(p.Env, strings.TrimSpace(line))
		}
	}
	p.Args = splitArgs(t.text("ARGS"))
	p.Stdin = t.Sections["STDIN"]
	base := filepath.Join(dir, strings.TrimSuffix(filepath.Base(path), ".phpt"))
	script := func(suffix string, src []byte) (Outcome, error) {
		q := p
		q.Path = base + suffix
		if err := os.WriteFile(q.Path, src, 0o644); err != nil {
			return Outcome{}, err
		}
		defer os.Remove(q.Path)
		return r.Run(ctx, q), nil
	}
	if src, ok := t.Sections["SKIPIF"]; ok {
		o, err := script(".skip.php", src)
		text := strings.TrimSpace(string(o.Output))
		switch {
		case err != nil:
			res.Verdict, res.Why = Fail, err.Error()
			return res
		case o.Panic != "":
			res.Verdict, res.Why = Crash, "SKIPIF: "+o.Panic
			return res
		case len(text) >= 4 && strings.EqualFold(text[:4], "skip"):
			res.Verdict, res.Why = Skip, strings.TrimSpace(text[4:])
			return res
		case len(text) >= 5 && strings.EqualFold(text[:5], "xfail"):
			t.Sections["XFAIL"] = []byte(text)
		}
	}
	o, err := script(".php", t.Sections["FILE"])
	if err != nil {
		res.Verdict, res.Why = Fail, err.Error()
		return res
	}
	res.Output = o.Output
	if src, ok := t.Sections["CLEAN"]; ok {
		script(".clean.php", src)
	}
	ok := t.Match(o.Output)
	switch {
	case o.Panic != "":
		res.Verdict, res.Why = Crash, o.Panic
	case o.Hung:
		res.Verdict, res.Why = Hang, limit.String()
	case !ok && t.Sections["XFAIL"] != nil:
		res.Verdict, res.Why = XFail, t.text("XFAIL")
	case !ok:
		res.Verdict = Fail
	case o.Leaked > 0:
		res.Verdict, res.Why = Leak, strconv.Itoa(o.Leaked)+" blocks"
	default:
		res.Verdict = Pass
	}
	return res
}

// splitArgs splits as a shell would, quotes honoured.
func splitArgs(s string) []string {
	var args []string
	var cur strings.Builder
	in, quote := false, byte(0)
	for i := range len(s) {
		c := s[i]
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			cur.WriteByte(c)
		case c == '"' || c == '\'':
			in, quote = true, c
		case c == ' ' || c == '\t' || c == '\n':
			if in {
				args = append(args, cur.String())
				cur.Reset()
			}
			in = false
		default:
			in = true
			cur.WriteByte(c)
		}
	}
	if in {
		args = append(args, cur.String())
	}
	return args
}
