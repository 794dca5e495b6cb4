package rt

import (
	"fmt"
	"math"
	"sort"
	"strconv"
	"strings"
)

// Who may change a setting.
const (
	IniUser   = 1
	IniPerDir = 2
	IniSystem = 4
	IniAll    = 7
)

// IniDecl declares a setting. Null marks a default of NULL rather than "".
// OnChange, when set, validates and applies a new value; false refuses it.
// It is also called with the value in force when a request starts.
type IniDecl struct {
	Name     string
	Default  string
	Null     bool
	Access   uint8 // IniAll when 0
	OnChange func(x *Exec, value string, stage IniStage) bool
}

// IniStage tells an OnChange handler when it runs.
type IniStage uint8

const (
	IniStartup IniStage = iota // start-up and -d
	IniRuntime                 // ini_set and its kin
	IniRestore                 // ini_restore and the end of the request
)

type iniEntry struct {
	decl     *IniDecl
	mod      *Module
	value    string
	null     bool
	global   string // value to restore
	gnull    bool
	modified bool
}

// Ini holds the executor's settings. The typed fields mirror settings that the
// engine reads often; they follow every change.
type Ini struct {
	x       *Exec
	entries map[string]*iniEntry
	extra   map[string]string // given by the embedder, not declared (yet)

	Precision          int
	SerializePrecision int
	DisplayErrors      int // 0 off, 1 stdout, 2 stderr
	HTMLErrors         bool
	LogErrors          bool
	IgnoreRepeated     bool
	Assertions         int // zend.assertions
	AssertException    bool
	IgnoreArgs         bool // zend.exception_ignore_args
	StringParamMax     int  // zend.exception_string_param_max_len
	MemoryLimit        int64
	IncludePath        string
	FatalBacktraces    bool
	MaxExecution       int64 // seconds, 0 none
	GCEnabled          bool
	ImplicitFlush      bool
	MaxCallStack       int64
}

func newIni(x *Exec, given map[string]string) *Ini {
	n := &Ini{x: x, entries: map[string]*iniEntry{}, extra: given}
	return n
}

// declare adds a setting; a value given by the embedder overrides its default.
func (n *Ini) declare(d *IniDecl, m *Module) {
	e := &iniEntry{decl: d, mod: m, value: d.Default, null: d.Null}
	if v, ok := n.extra[d.Name]; ok {
		e.value, e.null = v, false
	}
	if d.OnChange != nil && !d.OnChange(n.x, e.value, IniStartup) {
		e.value, e.null = d.Default, d.Null
		d.OnChange(n.x, e.value, IniStartup)
	}
	e.global, e.gnull = e.value, e.null
	n.entries[d.Name] = e
}

// Get returns a setting's value in force.
func (n *Ini) Get(name string) (string, bool) {
	if e := n.entries[name]; e != nil {
		return e.value, true
	}
	return "", false
}

// String returns a setting's value, "" when unknown.
func (n *Ini) String(name string) string {
	v, _ := n.Get(name)
	return v
}

// Bool reads a setting as PHP reads booleans.
func (n *Ini) Bool(name string) bool { return IniBool(n.String(name)) }

// Int reads a setting as an integer with an optional K, M or G suffix.
func (n *Ini) Int(name string) int64 {
	v, _ := ParseQuantity(n.String(name))
	return v
}

// Set changes a setting on behalf of the program. It returns the old value and
// false when the setting is unknown, not the program's to change, or refused.
func (n *Ini) Set(name, value string, stage IniStage) (old string, ok bool) {
	e := n.entries[name]
	if e == nil {
		return "", false
	}
	old = e.value
	access := e.decl.Access
	if access == 0 {
		access = IniAll
	}
	if stage == IniRuntime && access&IniUser == 0 {
		return old, false
	}
	if e.decl.OnChange != nil && !e.decl.OnChange(n.x, value, stage) {
		return old, false
	}
	e.value, e.null, e.modified = value, false, true
	return old, true
}

// Force changes a setting without asking its handler.
func (n *Ini) Force(name, value string) {
	if e := n.entries[name]; e != nil {
		e.value, e.null, e.modified = value, false, true
	}
}

// Restore puts a setting back to what it was when the request started.
func (n *Ini) Restore(name string) bool {
	e := n.entries[name]
	if e == nil {
		return false
	}
	if !e.modified {
		return true
	}
	if e.decl.OnChange != nil && !e.decl.OnChange(n.x, e.global, IniRestore) {
		return false
	}
	e.value, e.null, e.modified = e.global, e.gnull, false
	return true
}

// IniInfo describes one setting for ini_get_all.
type IniInfo struct {
	Name                  string
	Global, Local         string
	GlobalNull, LocalNull bool
	Access                int
	Module                string
}

// All lists the settings by name; module "" means all.
func (n *Ini) All(module string) []IniInfo {
	out := make([]IniInfo, 0, len(n.entries))
	for name, e := range n.entries {
		mod := ""
		if e.mod != nil {
			mod = e.mod.Name
		}
		if module != "" && !strings.EqualFold(mod, module) {
			continue
		}
		acc := int(e.decl.Access)
		if acc == 0 {
			acc = IniAll
		}
		out = append(out, IniInfo{name, e.global, e.value, e.gnull, e.null, acc, mod})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

// IniBool reads a boolean setting: "1", "on", "yes", "true" or a non-zero number.
func IniBool(v string) bool {
	switch len(v) {
	case 4:
		if strings.EqualFold(v, "true") {
			return true
		}
	case 3:
		if strings.EqualFold(v, "yes") {
			return true
		}
	case 2:
		if strings.EqualFold(v, "on") {
			return true
		}
	}
	return atoi(v) != 0
}

// atoi reads leading blanks, a sign and digits, saturating, as C's strtol.
func atoi(s string) int64 {
	s = strings.TrimLeft(s, " \t\n\r\v\f")
	end := 0
	if end < len(s) && (s[end] == '-' || s[end] == '+') {
		end++
	}
	for end < len(s) && s[end] >= '0' && s[end] <= '9' {
		end++
	}
	v, err := strconv.ParseInt(s[:end], 10, 64)
	if err != nil {
		if ne, ok := err.(*strconv.NumError); ok && ne.Err == strconv.ErrRange {
			return v
		}
		return 0
	}
	return v
}

// ParseQuantity reads a size such as "128M", "1G", "0x1F", "-1". The second
// result is the complaint PHP would make, "" for none.
func ParseQuantity(orig string) (int64, string) {
	const blanks = " \t\n\r\v\f"
	s := strings.Trim(orig, blanks)
	if s == "" {
		return 0, ""
	}
	i := 0
	neg := false
	if s[0] == '-' || s[0] == '+' {
		neg = s[0] == '-'
		i++
	}
	if i >= len(s) || s[i] < '0' || s[i] > '9' {
		return 0, fmt.Sprintf("Invalid quantity \"%s\": no valid leading digits, interpreting as \"0\" for backwards compatibility", orig)
	}
	base := uint64(10)
	digits := i
	if s[i] == '0' && i+1 < len(s) && !(s[i+1] >= '0' && s[i+1] <= '9') {
		switch s[i+1] {
		case 'x', 'X':
			base, digits = 16, i+2
		case 'o', 'O':
			base, digits = 8, i+2
		case 'b', 'B':
			base, digits = 2, i+2
		case 'k', 'K', 'm', 'M', 'g', 'G':
		default:
			if !strings.ContainsRune(blanks, rune(s[i+1])) {
				return 0, fmt.Sprintf("Invalid prefix \"0%c\", interpreting as \"0\" for backwards compatibility", s[i+1])
			}
		}
		if base != 10 && (digits >= len(s) || strings.IndexByte(blanks+"+-", s[digits]) >= 0) {
			return 0, fmt.Sprintf("Invalid quantity \"%s\": no digits after base prefix, interpreting as \"0\" for backwards compatibility", orig)
		}
		if base != 10 && hexVal(s[digits]) >= base {
			return 0, fmt.Sprintf("Invalid quantity \"%s\": no valid leading digits, interpreting as \"0\" for backwards compatibility", orig)
		}
	} else if s[i] == '0' {
		base = 8
	}
	var v uint64
	over := false
	j := digits
	for ; j < len(s); j++ {
		d := hexVal(s[j])
		if d >= base {
			break
		}
		nv := v*base + d
		if v > (math.MaxUint64-d)/base {
			over = true
		}
		v = nv
	}
	if over {
		v = math.MaxUint64
	}
	numEnd := j
	for j < len(s) && strings.ContainsRune(blanks, rune(s[j])) {
		j++
	}
	if j == len(s) {
		if over {
			return int64(v), fmt.Sprintf("Invalid quantity \"%s\": value is out of range, using overflow result for backwards compatibility", orig)
		}
		if neg {
			return -int64(v), ""
		}
		return int64(v), ""
	}
	last := s[len(s)-1]
	shift := uint(0)
	switch last {
	case 'g', 'G':
		shift = 30
	case 'm', 'M':
		shift = 20
	case 'k', 'K':
		shift = 10
	default:
		r := int64(v)
		if neg {
			r = -r
		}
		return r, fmt.Sprintf("Invalid quantity \"%s\": unknown multiplier \"%c\", interpreting as \"%s\" for backwards compatibility", orig, last, s[:j])
	}
	r := v << shift
	if neg {
		r = -r
	}
	if j != len(s)-1 {
		return int64(r), fmt.Sprintf("Invalid quantity \"%s\", interpreting as \"%s%c\" for backwards compatibility", orig, s[:numEnd], last)
	}
	if over || r>>shift != v && !neg {
		return int64(r), fmt.Sprintf("Invalid quantity \"%s\": value is out of range, using overflow result for backwards compatibility", orig)
	}
	return int64(r), ""
}

func hexVal(c byte) uint64 {
	switch {
	case c >= '0' && c <= '9':
		return uint64(c - '0')
	case c >= 'a' && c <= 'f':
		return uint64(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return uint64(c-'A') + 10
	}
	return 99
}
