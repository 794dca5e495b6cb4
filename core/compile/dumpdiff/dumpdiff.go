package dumpdiff

import (
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// Func is one function of a dump.
type Func struct {
	Name string
	Args int
	Vars int
	Tmps int
	Ops  []string // mnemonics
	Text []string // oplines as printed, without their numbers

	Optimized bool // the dump says it is from after the optimizer
}

var headRE = regexp.MustCompile(`(?m)^([^\n]+):\n     ; \(lines=\d+, args=(\d+), vars=(\d+), tmps=(\d+)\)`)

var (
	oplineRE = regexp.MustCompile(`^\d{4} (?:((?:CV\d+\(\$[^)]*\))|[TVX]\d+) = )?(\S+)(.*)$`)
	jmpznzRE = regexp.MustCompile(`^(\d{4}) JMPZNZ (.*) (\d{4}) (\d{4})$`)
)

// Parse reads a dump. Functions of the same name stay apart, in order. JMPZNZ,
// which newer engines spell as two instructions, is read as JMPZ and JMP.
func Parse(dump string) []Func {
	at := headRE.FindAllStringSubmatchIndex(dump, -1)
	out := make([]Func, 0, len(at))
	for i, m := range at {
		end := len(dump)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		f := Func{Name: dump[m[2]:m[3]]}
		if strings.Contains(f.Name, "{closure") {
			f.Name = "{closure}" // newer engines say where it stands
		}
		f.Args, _ = strconv.Atoi(dump[m[4]:m[5]])
		f.Vars, _ = strconv.Atoi(dump[m[6]:m[7]])
		f.Tmps, _ = strconv.Atoi(dump[m[8]:m[9]])
		lines := strings.Split(dump[m[1]:end], "\n")
		f.Optimized = len(lines) > 1 && strings.Contains(lines[1], "(after optimizer)")
		for j := 0; j < len(lines); j++ {
			line := lines[j]
			if strings.HasPrefix(line, "LIVE RANGES:") || strings.HasPrefix(line, "EXCEPTION TABLE:") {
				break
			}
			if p := jmpznzRE.FindStringSubmatch(line); p != nil {
				f.Ops = append(f.Ops, "JMPZ", "JMP")
				f.Text = append(f.Text, "JMPZ "+p[2]+" "+p[3], "JMP "+p[4])
				continue
			}
			if p := oplineRE.FindStringSubmatch(line); p != nil {
				f.Ops = append(f.Ops, p[2])
				f.Text = append(f.Text, line[5:])
			} else if n := len(f.Text); n > 0 && line != "" {
				f.Text[n-1] += "\n" + line // a string literal with a line break
			}
		}
		out = append(out, f)
	}
	return out
}

// Report counts what was compared.
type Report struct {
	Funcs    int // functions both dumps have
	Missing  int // functions only one has
	Frames   int // args, vars and tmps equal
	Tmps     int // tmps equal
	Vars     int // args and vars equal
	Sequence int // same instructions in the same order
	Same     int // same text

	Kinds map[string]int // kinds of difference in the sequences
	Sizes map[string]int // differences of frames, "vars+1", "tmps-2" (ours minus theirs)

	Examples map[string][]string // by kind: names of functions, at most MaxExamples

	OnDifference func(d Difference) // when set, is told of every function that differs
}

// Difference is one function that is not the same in both dumps.
type Difference struct {
	Where        string
	Theirs, Ours *Func // nil: only the other dump has it
	Frame        bool  // args, vars or tmps differ
	Kinds        []string
	OperandsOnly bool // the same instructions with other operands
}

// Reason says in a few words what differs.
func (d *Difference) Reason() string {
	switch {
	case d.Ours == nil:
		return "only theirs"
	case d.Theirs == nil:
		return "only ours"
	}
	var out []string
	number := func(name string, theirs, ours int) {
		if theirs != ours {
			out = append(out, fmt.Sprintf("%s %d -> %d", name, theirs, ours))
		}
	}
	number("args", d.Theirs.Args, d.Ours.Args)
	number("vars", d.Theirs.Vars, d.Ours.Vars)
	number("tmps", d.Theirs.Tmps, d.Ours.Tmps)
	out = append(out, d.Kinds...)
	if d.OperandsOnly {
		out = append(out, operands(d.Theirs.Text, d.Ours.Text))
	}
	return strings.Join(out, "; ")
}

// operands shows the first opline that differs.
func operands(theirs, ours []string) string {
	for i := range theirs {
		if i < len(ours) && theirs[i] != ours[i] {
			return fmt.Sprintf("%04d %q -> %q", i, theirs[i], ours[i])
		}
	}
	return "operands"
}

// Add adds another report's counts.
func (r *Report) Add(o *Report) {
	r.Funcs += o.Funcs
	r.Missing += o.Missing
	r.Frames += o.Frames
	r.Tmps += o.Tmps
	r.Vars += o.Vars
	r.Sequence += o.Sequence
	r.Same += o.Same
}

// MaxExamples bounds the examples kept for a kind.
const MaxExamples = 6

// Compare compares two dumps; where names the pair in examples.
func (r *Report) Compare(theirs, ours, where string) {
	r.CompareFuncs(Parse(theirs), Parse(ours), where)
}

// CompareFuncs compares functions as Parse gives them, in their order.
func (r *Report) CompareFuncs(theirs, ours []Func, where string) {
	if r.Kinds == nil {
		r.Kinds, r.Sizes, r.Examples = map[string]int{}, map[string]int{}, map[string][]string{}
	}
	byName := map[string][]*Func{}
	for i := range ours {
		f := &ours[i]
		byName[f.Name] = append(byName[f.Name], f)
	}
	for i := range theirs {
		want := &theirs[i]
		list := byName[want.Name]
		if len(list) == 0 {
			r.Missing++
			r.tell(Difference{Where: where, Theirs: want})
			continue
		}
		byName[want.Name] = list[1:]
		r.pair(want, list[0], where)
	}
	for i := range ours {
		f := &ours[i]
		if l := byName[f.Name]; len(l) > 0 && l[0] == f {
			byName[f.Name] = l[1:]
			r.Missing++
			r.tell(Difference{Where: where, Ours: f})
		}
	}
}

func (r *Report) tell(d Difference) {
	if r.OnDifference != nil {
		r.OnDifference(d)
	}
}

func (r *Report) pair(want, got *Func, where string) {
	r.Funcs++
	note := func(m map[string]int, kind string) {
		m[kind]++
		if len(r.Examples[kind]) < MaxExamples {
			r.Examples[kind] = append(r.Examples[kind], where+" "+want.Name)
		}
	}
	vars := want.Args == got.Args && want.Vars == got.Vars
	if vars {
		r.Vars++
	} else {
		note(r.Sizes, fmt.Sprintf("vars%+d", got.Vars-want.Vars))
	}
	if want.Tmps == got.Tmps {
		r.Tmps++
		if vars {
			r.Frames++
		}
	} else {
		note(r.Sizes, fmt.Sprintf("tmps%+d", got.Tmps-want.Tmps))
	}
	kinds := Diff(want.Ops, got.Ops)
	d := Difference{Where: where, Theirs: want, Ours: got, Kinds: kinds, Frame: !vars || want.Tmps != got.Tmps}
	if len(kinds) == 0 {
		r.Sequence++
		if slices.Equal(want.Text, got.Text) {
			r.Same++
		} else {
			note(r.Kinds, "operands")
			d.OperandsOnly = true
		}
	}
	if len(kinds) > 0 || d.Frame || d.OperandsOnly {
		r.tell(d)
	}
	for _, k := range kinds {
		note(r.Kinds, k)
	}
}

// Diff lists the differences of two sequences of instructions, each as what
// stands on the left and what on the right at one place.
func Diff(a, b []string) []string {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) == 0 && len(b) == 0 {
		return nil
	}
	if len(a)*len(b) > 4_000_000 {
		return []string{"large"}
	}
	// Longest common subsequence from the end.
	w := len(b) + 1
	t := make([]uint16, (len(a)+1)*w)
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			switch {
			case a[i] == b[j]:
				t[i*w+j] = t[(i+1)*w+j+1] + 1
			case t[(i+1)*w+j] >= t[i*w+j+1]:
				t[i*w+j] = t[(i+1)*w+j]
			default:
				t[i*w+j] = t[i*w+j+1]
			}
		}
	}
	var out []string
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		if i < len(a) && j < len(b) && a[i] == b[j] {
			i, j = i+1, j+1
			continue
		}
		i0, j0 := i, j
		for (i < len(a) || j < len(b)) && !(i < len(a) && j < len(b) && a[i] == b[j]) {
			if j >= len(b) || i < len(a) && t[(i+1)*w+j] >= t[i*w+j+1] {
				i++
			} else {
				j++
			}
		}
		out = append(out, side(a[i0:i])+" -> "+side(b[j0:j]))
	}
	return out
}

func side(ops []string) string {
	if len(ops) == 0 {
		return "(none)"
	}
	if len(ops) > 4 {
		return strings.Join(ops[:3], " ") + " ... " + ops[len(ops)-1]
	}
	return strings.Join(ops, " ")
}

// String is the report in words, with the most frequent kinds of difference.
func (r *Report) String() string { return r.Top(15) }

// Top is String with n kinds of difference.
func (r *Report) Top(n int) string {
	var b strings.Builder
	pct := func(k int) float64 {
		if r.Funcs == 0 {
			return 0
		}
		return 100 * float64(k) / float64(r.Funcs)
	}
	fmt.Fprintf(&b, "functions compared %d (without counterpart %d)\n", r.Funcs, r.Missing)
	fmt.Fprintf(&b, "args, vars, tmps equal %.1f%% (vars %.1f%%, tmps %.1f%%)\n", pct(r.Frames), pct(r.Vars), pct(r.Tmps))
	fmt.Fprintf(&b, "instructions equal %.1f%%, text equal %.1f%%\n", pct(r.Sequence), pct(r.Same))
	for _, m := range []map[string]int{r.Sizes, r.Kinds} {
		keys := make([]string, 0, len(m))
		for k := range m {
			keys = append(keys, k)
		}
		sort.Slice(keys, func(i, j int) bool {
			if m[keys[i]] != m[keys[j]] {
				return m[keys[i]] > m[keys[j]]
			}
			return keys[i] < keys[j]
		})
		for i, k := range keys {
			if i == n {
				break
			}
			fmt.Fprintf(&b, "%5d  %s   e.g. %s\n", m[k], k, strings.Join(r.Examples[k], ", "))
		}
	}
	return b.String()
}
