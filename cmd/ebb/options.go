package main

import (
	"fmt"
	"strings"

	"github.com/ebb-vm/ebb/cmd/ebb/internal/ini"
)

// The command line as php reads it: options first, then the script, then
// everything else for the script. Single letters may be joined, and an
// operand may follow its letter directly, behind "=", or as the next argument.

// mode is what an option letter asks for in place of running a program.
type mode uint8

const (
	modeRun mode = iota
	modeHelp
	modeVersion
	modeInfo
	modeModules
	modeLint
)

// options is what the command line says.
type options struct {
	ini     map[string]string // settings by name
	mode    mode
	file    string // -f
	code    string // -r
	hasCode bool
	dashes  bool     // "--" ended the options, so what follows is no file
	rest    []string // after the options
}

// longNames maps php's long options to their letters.
func longName(s string) byte {
	switch s {
	case "help", "usage":
		return 'h'
	case "version":
		return 'v'
	case "info":
		return 'i'
	case "modules":
		return 'm'
	case "syntax-check":
		return 'l'
	case "run":
		return 'r'
	case "file":
		return 'f'
	case "define":
		return 'd'
	case "php-ini":
		return 'c'
	case "no-php-ini":
		return 'n'
	case "no-header":
		return 'q'
	case "no-chdir":
		return 'C'
	case "hide-args":
		return 'H'
	case "profile-info":
		return 'e'
	}
	return 0
}

func parseOptions(args []string) (*options, error) {
	o := &options{ini: map[string]string{}}
	inis := ""
	var defines []string
	for len(args) > 0 {
		a := args[0]
		if len(a) < 2 || a[0] != '-' {
			break
		}
		args = args[1:]
		if a == "--" {
			o.dashes = true
			break
		}
		operand := func(attached string) (string, bool) {
			if attached != "" {
				return strings.TrimPrefix(attached, "="), true
			}
			if len(args) == 0 {
				return "", false
			}
			v := args[0]
			args = args[1:]
			return v, true
		}
		letters, long := a[1:], ""
		if a[1] == '-' {
			name, value, has := strings.Cut(a[2:], "=")
			c := longName(name)
			if c == 0 {
				return nil, usageError{msg: fmt.Sprintf("unknown option --%s", name)}
			}
			letters, long = string(c), name
			if has {
				args = append([]string{value}, args...)
			}
		}
		for len(letters) > 0 {
			c := letters[0]
			letters = letters[1:]
			switch c {
			case 'c', 'd', 'f', 'r':
				v, ok := operand(letters)
				letters = ""
				if !ok {
					if long != "" {
						return nil, usageError{msg: fmt.Sprintf("option --%s wants a value", long)}
					}
					return nil, usageError{msg: fmt.Sprintf("option -%c wants a value", c)}
				}
				switch c {
				case 'c':
					inis = v
				case 'd':
					defines = append(defines, v)
				case 'f':
					if o.file != "" || o.hasCode {
						return nil, usageError{msg: "either execute direct code or use a file, once"}
					}
					o.file = v
				case 'r':
					if o.file != "" || o.hasCode {
						return nil, usageError{msg: "either execute direct code or use a file, once"}
					}
					o.code, o.hasCode = v, true
				}
			case 'h', '?':
				o.mode = modeHelp
			case 'v':
				o.mode = modeVersion
			case 'i':
				o.mode = modeInfo
			case 'm':
				o.mode = modeModules
			case 'l':
				o.mode = modeLint
			case 'n', 'q', 'C', 'H', 'e': // what they turn off is not there to begin with
			default:
				return nil, usageError{msg: fmt.Sprintf("unknown option -%c", c)}
			}
		}
		if o.mode == modeHelp || o.mode == modeVersion {
			break
		}
	}
	o.rest = args
	if inis != "" {
		if err := ini.Load(o.ini, inis); err != nil {
			return nil, err
		}
	}
	for _, d := range defines {
		if err := ini.Define(o.ini, d); err != nil {
			return nil, usageError{msg: err.Error()}
		}
	}
	return o, nil
}

// flags are the options of one subcommand. They may stand before and behind
// operands; "--" ends them.
type flags struct {
	command string
	opts    *options
	bools   map[string]*bool
	values  map[string]func(string) error
	// optional values: "--name" alone, or "--name=value"
	maybe map[string]func(string) error
}

func newFlags(command string, o *options) *flags {
	f := &flags{command: command, opts: o, bools: map[string]*bool{}, values: map[string]func(string) error{}, maybe: map[string]func(string) error{}}
	f.values["d"] = func(v string) error { return ini.Define(o.ini, v) }
	f.bools["n"] = new(bool)
	return f
}

func (f *flags) bool(name string) *bool {
	b := new(bool)
	f.bools[name] = b
	return b
}

func (f *flags) int(name string, value int, least int) *int {
	n := &value
	f.values[name] = func(v string) error {
		var rest string
		if k, _ := fmt.Sscanf(v+"\n", "%d%s", n, &rest); k != 1 || *n < least {
			return fmt.Errorf("--%s wants a number of at least %d, not %q", name, least, v)
		}
		return nil
	}
	return n
}

func (f *flags) string(name, value string) *string {
	s := &value
	f.values[name] = func(v string) error { *s = v; return nil }
	return s
}

// help is returned by parse when --help was asked for.
var errHelp = usageError{msg: "help"}

// parse splits arguments into operands and what follows "--".
func (f *flags) parse(args []string) (operands, rest []string, err error) {
	for len(args) > 0 {
		a := args[0]
		args = args[1:]
		if a == "--" {
			return operands, args, nil
		}
		if len(a) < 2 || a[0] != '-' {
			operands = append(operands, a)
			continue
		}
		name, value, has := strings.Cut(strings.TrimPrefix(a[1:], "-"), "=")
		if a[1] == 'd' && len(a) > 2 { // -dname=value
			name, value, has = "d", strings.TrimPrefix(a[2:], "="), true
		}
		if name == "h" || name == "help" {
			return nil, nil, errHelp
		}
		if b := f.bools[name]; b != nil && !has {
			*b = true
			continue
		}
		if set := f.maybe[name]; set != nil {
			if err := set(value); err != nil {
				return nil, nil, usageError{f.command, err.Error()}
			}
			continue
		}
		set := f.values[name]
		if set == nil {
			return nil, nil, usageError{f.command, fmt.Sprintf("%s: unknown option %s (arguments of the script go behind --)", f.command, a)}
		}
		if !has {
			if len(args) == 0 {
				return nil, nil, usageError{f.command, fmt.Sprintf("%s: option %s wants a value", f.command, a)}
			}
			value, args = args[0], args[1:]
		}
		if err := set(value); err != nil {
			return nil, nil, usageError{f.command, fmt.Sprintf("%s: %s", f.command, err)}
		}
	}
	return operands, nil, nil
}

// script takes the script and its arguments out of parsed operands.
func (f *flags) script(operands, rest []string) (string, []string, error) {
	if len(operands) == 0 {
		return "", nil, usageError{f.command, f.command + ": which file?"}
	}
	return operands[0], append(operands[1:], rest...), nil
}
