package strings

import (
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// ParseCSV splits one record of comma-separated values. esc is -1 for none.
// more, when not nil, gives the next line when a quoted field runs over the
// end of this one, and false at the end of input. The array is owned.
func ParseCSV(x *rt.Exec, line string, sep, quote byte, esc int, more func() (string, bool)) *zval.Table {
	t := x.Space.NewTable(8)
	add := func(b []byte) {
		v := zval.StrValue(x.Space.NewBytes(b))
		x.Space.Append(t, &v)
	}
	lineEnd := func(s string) int { // length without the line's end
		n := len(s)
		if n > 0 && s[n-1] == '\n' {
			n--
		}
		if n > 0 && s[n-1] == '\r' {
			n--
		}
		return n
	}
	end := lineEnd(line)
	i := 0
	var field []byte
	for first := true; ; first = false {
		// blanks before a quote do not count
		k := i
		for k < end && isSpace(line[k]) && line[k] != sep {
			k++
		}
		if first && k == end {
			x.Space.AppendNull(t)
			return t
		}
		field = field[:0]
		if k < end && line[k] == quote {
			i = k + 1
		quoted:
			for {
				for i < len(line) {
					c := line[i]
					switch {
					case esc >= 0 && int(c) == esc && esc != int(quote) && i+1 < len(line) && line[i+1] == quote:
						field = append(field, c, quote)
						i += 2
					case esc >= 0 && int(c) == esc && esc != int(quote) && i+1 < len(line) && int(line[i+1]) == esc:
						field = append(field, c, c)
						i += 2
					case c == quote:
						if i+1 < len(line) && line[i+1] == quote {
							field = append(field, quote)
							i += 2
							continue
						}
						i++
						break quoted
					default:
						field = append(field, c)
						i++
					}
				}
				if more == nil {
					break
				}
				next, ok := more()
				if !ok {
					// the input ends within quotes: its last line end is not part of the field
					field = field[:lineEnd(string(field))]
					break
				}
				line, i = next, 0
				end = lineEnd(line)
			}
			// what follows the closing quote belongs to the field as it is
			for i < end && line[i] != sep {
				field = append(field, line[i])
				i++
			}
		} else {
			start := i
			for i < end && line[i] != sep {
				i++
			}
			field = append(field, line[start:i]...)
		}
		add(field)
		if i >= end {
			return t
		}
		i++ // the separator
	}
}

// CSVControls reads the separator, enclosure and escape arguments of the CSV
// functions, from argument i on; false when one was refused.
func CSVControls(a *rt.Args, i int) (sep, quote byte, esc int, ok bool) {
	sep, quote, esc = ',', '"', '\\'
	if a.Has(i) {
		s := a.View(i)
		if len(s) != 1 {
			a.ValueError(i, "must be a single character")
			return
		}
		sep = s[0]
	}
	if a.Has(i + 1) {
		s := a.View(i + 1)
		if len(s) != 1 {
			a.ValueError(i+1, "must be a single character")
			return
		}
		quote = s[0]
	}
	if a.Has(i + 2) {
		s := a.View(i + 2)
		switch len(s) {
		case 0:
			esc = -1
		case 1:
			esc = int(s[0])
		default:
			a.ValueError(i+2, "must be empty or a single character")
			return
		}
	} else {
		a.Deprecated("the $escape parameter must be provided as its default value will change")
		if a.Failed() {
			return
		}
	}
	return sep, quote, esc, true
}

func fnStrGetCSV(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	sep, quote, esc, ok := CSVControls(a, 1)
	if ok {
		ret.SetArr(ParseCSV(x, a.View(0), sep, quote, esc, nil))
	}
}
