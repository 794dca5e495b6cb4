package syntax

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata")

// Golden files hold cases separated by lines of dashes. A case is PHP code (without opening tag),
// a line "=>", and what is expected of it.
type goldenCase struct{ src, want string }

func readGolden(t *testing.T, name string) []goldenCase {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var cases []goldenCase
	for _, block := range strings.Split(string(data), "\n----\n") {
		src, want, _ := strings.Cut(block, "\n=>\n")
		cases = append(cases, goldenCase{src, strings.TrimRight(want, "\n")})
	}
	return cases
}

func runGolden(t *testing.T, name string, result func(src string) string) {
	cases := readGolden(t, name)
	var out []string
	for _, c := range cases {
		got := result(c.src)
		out = append(out, c.src+"\n=>\n"+got)
		if !*update && got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.src, got, c.want)
		}
	}
	if *update {
		data := strings.Join(out, "\n----\n") + "\n"
		if err := os.WriteFile(filepath.Join("testdata", name), []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// outcome parses code and prints the tree, statement by statement, or the error.
func outcome(src string, dump func(any) string) string {
	f, err := Parse([]byte(src), Options{Eval: true})
	if err != nil {
		e := err.(*Error)
		kind := "parse"
		if e.Kind != ParseError {
			kind = "compile"
		}
		return fmt.Sprintf("%s error: %s @%d", kind, e.Msg, e.Line)
	}
	var lines []string
	for _, s := range f.Stmts {
		lines = append(lines, dump(s))
	}
	for _, d := range f.Diags {
		lines = append(lines, fmt.Sprintf("diag %d: %s @%d", d.Kind, d.Msg, d.Line))
	}
	return strings.Join(lines, "\n")
}

func TestExpressions(t *testing.T) {
	runGolden(t, "expr.txt", func(s string) string { return outcome(s, Dump) })
}

func TestStatements(t *testing.T) {
	runGolden(t, "stmt.txt", func(s string) string { return outcome(s, Dump) })
}

func TestLines(t *testing.T) {
	runGolden(t, "lines.txt", func(s string) string { return outcome(s, DumpLines) })
}

func TestErrors(t *testing.T) {
	runGolden(t, "errors.txt", func(s string) string {
		got := outcome(s, Dump)
		if !strings.Contains(got, " error: ") {
			return "accepted"
		}
		return got
	})
}

func TestFileMode(t *testing.T) {
	src := "#!x\n<?php echo 1 ?>\n\nA<?= 2 ?>B<?PHP\n/** d */\nfunction f(){}\n__halt_compiler() ; \x00{{"
	f, err := Parse([]byte(src), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, s := range f.Stmts {
		b.WriteString(DumpLines(s) + "\n")
	}
	want := `(InlineHTML@1 Value="#!x\n")
(Echo@2 (Int@2 1))
(InlineHTML@3 Value="\nA")
(Echo@4 (Int@4 2))
(InlineHTML@4 Value="B")
(FuncDecl@6 EndLine=6 Name="f" Body=(Block@6) Doc="/** d */")
(HaltCompiler@7 Offset=80)
`
	if b.String() != want {
		t.Errorf("got:\n%swant:\n%s", b.String(), want)
	}
	if f.HaltOffset != strings.Index(src, " \x00") {
		t.Errorf("halt offset %d", f.HaltOffset)
	}
	if f, err := Parse([]byte("#!/x\n<?php 1;"), Options{Shebang: true}); err != nil || len(f.Stmts) != 1 || f.Stmts[0].Line() != 2 {
		t.Error("shebang line not skipped")
	}
	if _, err := Parse([]byte("<? echo 1;"), Options{ShortTags: true}); err != nil {
		t.Error(err)
	}
	if f, _ := Parse([]byte("<? echo 1;"), Options{}); len(f.Stmts) != 1 || f.Stmts[0].(*InlineHTML).Value != "<? echo 1;" {
		t.Error("short tag taken for a tag")
	}
	if f, err := Parse([]byte("\n1;"), Options{Eval: true, StartLine: 10}); err != nil || f.Stmts[0].Line() != 11 {
		t.Error("StartLine ignored")
	}
}

// tokenSources exercises every scanner state for the tiling test and as fuzz seeds.
var tokenSources = []string{
	"a<?php /* c */ # d\n// e ?> f <?= $g ?>\r\nh",
	`<?php "a $b[0] $b[c] $b[-1] ${d} ${e[1]} {$f->g} $h->i $j?->k \x41\u{41}"; 'x\'y'; b"z"; ` + "`ls $a`;",
	"<?php <<<A\n  x $y\n   {$z}\n  A . <<<'B'\nq\nB;",
	"<?php yield  from f; enum X {} enum(1); public(set) (int) ( string ) & $x & y; 1_0.5e3 0x1F 0b1 0o7 ..5 1...2;",
	"<?php #[A] fn() => A\\B . \\C . namespace\\D . x?->class . __halt_compiler ( ) ; rest <?php",
	"<?php \x01 \"unterminated $x",
	"<?php 'unterminated",
	"<?php /* unterminated",
	"<?php <<<X\nunterminated $x[",
}

func TestTokensTile(t *testing.T) {
	for _, src := range tokenSources {
		end := int32(0)
		var text strings.Builder
		for _, tok := range Tokens([]byte(src), Options{}) {
			if tok.Off != end {
				t.Fatalf("%q: token at %d after %d", src, tok.Off, end)
			}
			end = tok.End
			text.WriteString(src[tok.Off:tok.End])
		}
		if text.String() != src {
			t.Errorf("%q: tokens end at %d", src, end)
		}
	}
}

func TestTokenKinds(t *testing.T) {
	src := "<?php if ($a?->b[1] <=> \"x$y\") { echo <<<Z\nq\nZ; }"
	var got []string
	for _, tok := range Tokens([]byte(src), Options{}) {
		if tok.Kind != TWhitespace {
			got = append(got, tok.Kind.Name())
		}
	}
	want := `T_OPEN_TAG T_IF ( T_VARIABLE T_NULLSAFE_OBJECT_OPERATOR T_STRING [ T_LNUMBER ] T_SPACESHIP " ` +
		`T_ENCAPSED_AND_WHITESPACE T_VARIABLE " ) { T_ECHO T_START_HEREDOC T_ENCAPSED_AND_WHITESPACE T_END_HEREDOC ; }`
	if s := strings.Join(got, " "); s != want {
		t.Errorf("got  %s\nwant %s", s, want)
	}
}

// TestKinds checks the token table: every kind named, fixed spellings unique.
func TestKinds(t *testing.T) {
	seen := map[string]Kind{}
	for k := TLNumber; k < kindEnd; k++ {
		if kinds[k].name == "" || kinds[k].text == "" && kinds[k].desc == "" {
			t.Errorf("kind %d lacks a name or a description", k)
		}
		if o, dup := seen[kinds[k].name]; dup {
			t.Errorf("kinds %d and %d are both %s", o, k, kinds[k].name)
		}
		seen[kinds[k].name] = k
	}
	if TLNumber != 260 || TIf != 287 {
		t.Error("numbering drifted from PHP's")
	}
}

// TestDepth feeds the parser nesting of every kind: it must end in a tree or an error, not in an
// exhausted stack, and long flat chains must always parse.
func TestDepth(t *testing.T) {
	rep := strings.Repeat
	const deep = 100000
	for _, src := range []string{
		rep("(", deep) + "1" + rep(")", deep) + ";", rep("[", deep), rep("{", deep) + rep("}", deep), rep("if(1)", deep) + ";",
		rep("$a=", deep) + "1;", rep("$", deep) + "a;", rep("fn()=>", deep) + "1;", rep("new class{function a(){", deep),
		rep("<<<A\n{$a[", deep), rep("\"{$a[", deep), rep("#[A(", deep), rep("list(", deep), rep("match(1){1=>", deep),
		rep("$a?", deep), rep("$a??", deep), rep("namespace A{", deep), rep("switch(1){case 1:", deep), rep("clone(", deep),
		rep("function(){", deep), rep("class A{public $a{get{", deep), rep("2**", deep), rep("f(", deep), rep("$a[", deep),
		rep("if(1){}else ", deep), rep("while(1):", deep), rep("function f(A|(", deep), rep("yield ", deep), rep("${", deep),
	} {
		_, err := Parse([]byte(src), Options{Eval: true})
		if err == nil {
			t.Errorf("%.20s...: accepted", src)
		}
	}
	for _, op := range []string{"!", "- ", "@", "(int)", "throw ", "print ", "include ", "~"} {
		_, err := Parse([]byte(rep(op, deep)+"1;"), Options{Eval: true})
		if err == nil || !strings.HasPrefix(err.Error(), "Maximum call stack size") {
			t.Errorf("%s: %v", op, err)
		}
	}
	for _, src := range []string{
		"$x=1" + rep("+1", deep) + ";", "$x=$a" + rep(".'a'", deep) + ";", "$x" + rep("->a()", deep) + ";",
		"$x" + rep("[1]", deep) + ";", "$x=[" + rep("1,", deep) + "];", "if(1);" + rep("elseif(2);", deep/10),
		"f(" + rep("1,", deep) + ");", `"` + rep("$a", deep) + `";`, "$a" + rep("?:$a", deep) + ";", "f" + rep("()", deep) + ";",
		rep("f(", 5000) + rep(")", 5000) + ";", rep("{", 5000) + rep("}", 5000), rep("if(1)", 5000) + ";",
	} {
		f, err := Parse([]byte(src), Options{Eval: true})
		if err != nil {
			t.Errorf("%.20s...: %v", src, err)
			continue
		}
		nodes := 0
		for _, s := range f.Stmts {
			Walk(s, func(Node) bool { nodes++; return true })
		}
		if nodes < 5000 {
			t.Errorf("%.20s...: walked %d nodes", src, nodes)
		}
	}
}

func TestWalkOrder(t *testing.T) {
	f, err := Parse([]byte("class A { const B = $a + f($b, [$c => $d]); } if ($e) { $f; } else $g->{$h};"), Options{Eval: true})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range f.Stmts {
		Walk(s, func(n Node) bool {
			if v, ok := n.(*Variable); ok {
				got = append(got, v.Name)
			}
			return true
		})
	}
	if s := strings.Join(got, ""); s != "abcdefgh" {
		t.Errorf("visited %s", s)
	}
}

func FuzzParse(f *testing.F) {
	for _, src := range tokenSources {
		f.Add([]byte(src))
	}
	for _, name := range []string{"expr.txt", "stmt.txt", "errors.txt"} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		for _, block := range bytes.Split(data, []byte("\n----\n")) {
			src, _, _ := bytes.Cut(block, []byte("\n=>\n"))
			f.Add(append([]byte("<?php "), src...))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		end := int32(0)
		for _, tok := range Tokens(src, Options{}) {
			if tok.Off != end || tok.End < tok.Off {
				t.Fatalf("token %v after %d", tok, end)
			}
			end = tok.End
		}
		if int(end) != len(src) {
			t.Fatalf("tokens end at %d of %d", end, len(src))
		}
		file, err := Parse(src, Options{ShortTags: true})
		if (file == nil) == (err == nil) {
			t.Fatal("neither or both of tree and error")
		}
		if e, ok := err.(*Error); err != nil && (!ok || e.Msg == "" || e.Line < 1) {
			t.Fatalf("bad error %v", err)
		}
		if file != nil {
			for _, s := range file.Stmts {
				Walk(s, func(n Node) bool {
					if n.Line() < 1 {
						t.Fatalf("%T without a line", n)
					}
					return true
				})
			}
		}
	})
}

// benchSource is about 1 MB of ordinary code.
func benchSource() []byte {
	var b bytes.Buffer
	b.WriteString("<?php\n\ndeclare(strict_types=1);\n\nnamespace App\\Model;\n\n")
	for i := 0; b.Len() < 1<<20; i++ {
		fmt.Fprintf(&b, `/**
 * Holds what number %[1]d needs, and says so at some length.
 */
final class Thing%[1]d extends Base implements \Countable
{
    private const LIMIT = %[1]d;

    /** @var array<string, int> */
    private array $items = ['one' => 1, 'two' => 2, 'three' => 3];

    public function __construct(private readonly string $name, protected ?Thing%[1]d $next = null)
    {
        parent::__construct($name);
    }

    public function count(): int
    {
        $total = 0;
        foreach ($this->items as $key => $value) {
            // Odd ones count double.
            if ($value %% 2 === 1 && $key !== "skip_{$this->name}") {
                $total += $value * 2;
            } else {
                $total += $this->next?->count() ?? self::LIMIT;
            }
        }
        return \array_reduce($this->items, fn (int $a, int $b): int => $a + $b, $total);
    }
}

`, i)
	}
	return b.Bytes()
}

func BenchmarkScan(b *testing.B) {
	src := benchSource()
	b.SetBytes(int64(len(src)))
	for i := 0; i < b.N; i++ {
		s := newScanner(src, Options{}, true)
		s.scanAll()
	}
}

func BenchmarkParse(b *testing.B) {
	src := benchSource()
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		if _, err := Parse(src, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
