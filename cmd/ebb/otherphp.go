package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"regexp"
	"strings"

	"github.com/ebb-vm/ebb/core/compile/dumpdiff"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// otherPHP is the php that ebb's code is compared with: what it is and what
// functions, classes and constants it has. A compiler puts such knowledge into
// code, so where the two differ in it, code differs.
type otherPHP struct {
	bin, version string
	extensions   []string // to be loaded: ebb has them, and this php has them apart

	functions, classes map[string]bool      // lower case
	constants          map[string]string    // values as a dump spells them
	differ             map[[2]string]string // constants by their value and ours
}

func (p *otherPHP) args() []string {
	a := []string{"-n", "-d", "zend_extension=opcache", "-d", "opcache.enable_cli=1", "-d", "opcache.file_update_protection=0"}
	for _, e := range p.extensions {
		a = append(a, "-d", "extension="+e)
	}
	return a
}

// php lists what it has: a letter, a name, and the value of a constant.
const inventory = `foreach (get_defined_functions()['internal'] as $f) echo "f $f\n";
foreach (array_merge(get_declared_classes(), get_declared_interfaces()) as $k) echo 'k ', strtolower($k), "\n";
foreach (get_defined_constants() as $c => $v) echo "c $c ", is_int($v) ? "int($v)" : (is_string($v) ? 'string("' . strtok($v, "\n") . '")' : ''), "\n";`

// findPHP asks a php for its version, opcache, and inventory.
func findPHP(o *options, bin string) (*otherPHP, error) {
	p := &otherPHP{bin: bin, functions: map[string]bool{}, classes: map[string]bool{}, constants: map[string]string{}}
	out, err := exec.Command(bin, append(p.args(), "-v")...).Output()
	if err != nil {
		return nil, fmt.Errorf("%s does not run: %v", bin, err)
	}
	m := regexp.MustCompile(`PHP (\d+\.\S+)`).FindSubmatch(out)
	if m == nil || !bytes.Contains(out, []byte("OPcache")) {
		return nil, fmt.Errorf("%s is no php with opcache", bin)
	}
	p.version = string(m[1])

	has := func() map[string]bool {
		out, _ := exec.Command(bin, append(p.args(), "-m")...).Output()
		set := map[string]bool{}
		for _, l := range strings.Fields(strings.ToLower(string(out))) {
			set[l] = true
		}
		return set
	}
	loaded := has()
	withExec(o, func(x *rt.Exec) {
		for _, name := range moduleNames(x) {
			if n := strings.ToLower(name); !loaded[n] {
				p.extensions = append(p.extensions, n)
			}
		}
	})
	loaded = has()
	kept := p.extensions[:0]
	for _, e := range p.extensions {
		if loaded[e] {
			kept = append(kept, e)
		}
	}
	p.extensions = kept

	if out, err = exec.Command(bin, append(p.args(), "-r", inventory)...).Output(); err != nil {
		return nil, fmt.Errorf("%s does not list its functions: %v", bin, err)
	}
	for _, l := range strings.Split(string(out), "\n") {
		kind, rest, _ := strings.Cut(l, " ")
		name, value, _ := strings.Cut(rest, " ")
		switch kind {
		case "f":
			p.functions[name] = true
		case "k":
			p.classes[name] = true
		case "c":
			p.constants[name] = value
		}
	}
	return p, nil
}

var (
	callRE  = regexp.MustCompile(`^INIT_(?:FCALL|FCALL_BY_NAME|NS_FCALL_BY_NAME) .*string\("([^"]*)"\)$`)
	classRE = regexp.MustCompile(`(?:FETCH_CLASS_CONSTANT|NEW|INIT_STATIC_METHOD_CALL)(?: \d+)? string\("([^"]*)"\)`)
	constRE = regexp.MustCompile(`FETCH_CONSTANT.* string\("([^"]*)"\)$`)
	valueRE = regexp.MustCompile(`int\(-?\d+\)|string\("[^"]*"\)`)
)

// explain finds what one engine has and the other has not, or a constant whose
// values differ (then value is true), among what a function that differs names.
// It is "" if there is none.
func (p *otherPHP) explain(x *rt.Exec, d *dumpdiff.Difference) (why string, value bool) {
	if d.Theirs == nil || d.Ours == nil {
		return "", false
	}
	if len(d.Kinds) == 1 && d.Kinds[0] == "VERIFY_RETURN_TYPE -> (none)" && !d.Frame {
		return "newer: self in a type is compiled to the class's name, so the result needs no check", false
	}
	missing := func(what, name string, theirs, ours bool) {
		switch {
		case theirs && !ours:
			why = fmt.Sprintf("only PHP has the %s %s", what, name)
		case ours && !theirs:
			why = fmt.Sprintf("only ebb has the %s %s", what, name)
		}
	}
	for _, side := range [][]string{d.Theirs.Text, d.Ours.Text} {
		for _, l := range side {
			if m := callRE.FindStringSubmatch(l); m != nil {
				f := strings.ToLower(last(m[1]))
				missing("function", f, p.functions[f], x.LookupFunction(f) != nil)
			}
			if m := classRE.FindStringSubmatch(l); m != nil {
				k := strings.ToLower(m[1])
				missing("class", m[1], p.classes[k], x.ClassTab[k] != nil)
			}
			if m := constRE.FindStringSubmatch(l); m != nil {
				c := last(m[1])
				_, has := p.constants[c]
				missing("constant", c, has, x.LookupConstant(c) != nil)
			}
			if why != "" {
				return why, false
			}
		}
	}
	for i, l := range d.Theirs.Text {
		if i >= len(d.Ours.Text) || len(d.Theirs.Text) != len(d.Ours.Text) || l == d.Ours.Text[i] {
			continue
		}
		theirs, ours := valueRE.FindAllString(l, -1), valueRE.FindAllString(d.Ours.Text[i], -1)
		for k := range theirs {
			if len(theirs) != len(ours) || theirs[k] == ours[k] {
				continue
			}
			if c := p.changed(x, theirs[k], ours[k]); c != "" {
				return fmt.Sprintf("%s is %s in PHP, %s in ebb", c, theirs[k], ours[k]), true
			}
		}
	}
	return "", false
}

// changed names a constant that has one value there and another here.
func (p *otherPHP) changed(x *rt.Exec, theirs, ours string) string {
	if p.differ == nil {
		p.differ = map[[2]string]string{}
		for c, v := range p.constants {
			if k := x.LookupConstant(c); k != nil && v != "" {
				if w := dumpValue(&k.Value); w != v {
					pair := [2]string{v, w}
					if p.differ[pair] == "" || c < p.differ[pair] {
						p.differ[pair] = c
					}
				}
			}
		}
	}
	return p.differ[[2]string{theirs, ours}]
}

// last is a name without its namespace.
func last(name string) string { return name[strings.LastIndexByte(name, '\\')+1:] }

func dumpValue(v *zval.Value) string {
	switch v.Type() {
	case zval.Long:
		return fmt.Sprintf("int(%d)", v.Long())
	case zval.StringT:
		return fmt.Sprintf("string(%q)", v.Str().String())
	}
	return ""
}
