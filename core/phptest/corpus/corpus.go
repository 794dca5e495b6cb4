package corpus

import (
	"bytes"
	"embed"
	"io/fs"
	"strconv"
	"strings"
)

// FS holds the programs, a folder per purpose.
//
//go:embed bench hostile hot memory rules
var FS embed.FS

// Names lists the programs of a folder, sorted, without the .php suffix.
func Names(folder string) []string {
	entries, err := fs.ReadDir(FS, folder)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		if n, ok := strings.CutSuffix(e.Name(), ".php"); ok {
			names = append(names, n)
		}
	}
	return names
}

// Source returns a program's text.
func Source(folder, name string) []byte {
	src, err := fs.ReadFile(FS, folder+"/"+name+".php")
	if err != nil {
		return nil
	}
	return src
}

// Output returns what a program prints, from the file beside it.
func Output(folder, name string) []byte {
	out, err := fs.ReadFile(FS, folder+"/"+name+".out")
	if err != nil {
		return nil
	}
	return out
}

// Expectation is what a hostile program's leading comments demand.
type Expectation struct {
	Exit     []int      // any of these exit statuses
	Contains [][]string // each element: one of these must be in the output
	Seconds  int        // time it may take
}

// Expect reads the expectations from the head of a program:
//
//	// exit: 255
//	// exit-any: 0 255
//	// contains: text
//	// contains-any: one text | another
//	// time: seconds
func Expect(src []byte) Expectation {
	e := Expectation{Seconds: 30}
	for _, line := range bytes.Split(src, []byte("\n")) {
		text, ok := strings.CutPrefix(string(line), "// ")
		if !ok {
			if len(e.Exit) > 0 {
				break
			}
			continue
		}
		key, value, _ := strings.Cut(text, ": ")
		switch key {
		case "exit", "exit-any":
			for _, f := range strings.Fields(value) {
				n, err := strconv.Atoi(f)
				if err == nil {
					e.Exit = append(e.Exit, n)
				}
			}
		case "contains":
			e.Contains = append(e.Contains, []string{value})
		case "contains-any":
			var any []string
			for _, s := range strings.Split(value, "|") {
				any = append(any, strings.TrimSpace(s))
			}
			e.Contains = append(e.Contains, any)
		case "time":
			if n, err := strconv.Atoi(value); err == nil {
				e.Seconds = n
			}
		}
	}
	return e
}

// Check tells what of the expectation an outcome misses; "" if nothing.
func (e Expectation) Check(exit int, output []byte) string {
	var misses []string
	good := false
	for _, x := range e.Exit {
		good = good || x == exit
	}
	if !good {
		misses = append(misses, "exit status "+strconv.Itoa(exit))
	}
	for _, any := range e.Contains {
		found := false
		for _, s := range any {
			found = found || bytes.Contains(output, []byte(s))
		}
		if !found {
			misses = append(misses, "output lacks "+strings.Join(any, " | "))
		}
	}
	return strings.Join(misses, "; ")
}
