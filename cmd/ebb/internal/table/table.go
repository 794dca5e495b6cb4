package table

import (
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"
)

// Table is a head and rows of cells.
type Table struct {
	Left     int  // columns from the left that are aligned to the left; the others to the right
	Headless bool // no line of column heads
	Notes    bool // the last column is prose, aligned to the left
	head     []string
	rows     [][]string
}

// New returns a table with these column heads, the first left-aligned.
func New(head ...string) *Table { return &Table{Left: 1, head: head} }

// Row adds a row; cells are printed as Sprint prints them, floats excepted:
// format those before.
func (t *Table) Row(cells ...any) {
	row := make([]string, len(cells))
	for i, c := range cells {
		row[i] = fmt.Sprint(c)
	}
	t.rows = append(t.rows, row)
}

// Len is the number of rows.
func (t *Table) Len() int { return len(t.rows) }

// Write prints the table, each line with the given text in front.
func (t *Table) Write(w io.Writer, indent string) {
	width := make([]int, len(t.head))
	all := t.rows
	if !t.Headless {
		all = append([][]string{t.head}, t.rows...)
	}
	for _, row := range all {
		for i, c := range row {
			if i < len(width) {
				width[i] = max(width[i], utf8.RuneCountInString(c))
			}
		}
	}
	for _, row := range all {
		var b strings.Builder
		b.WriteString(indent)
		for i, c := range row {
			if i > 0 {
				b.WriteString("  ")
			}
			if i >= len(width) {
				b.WriteString(c)
				continue
			}
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(c))
			if i < t.Left || t.Notes && i == len(t.head)-1 {
				b.WriteString(c + pad)
			} else {
				b.WriteString(pad + c)
			}
		}
		fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
	}
}

// Count prints an integer with commas between thousands.
func Count[N int | int64 | uint64 | uint32](n N) string {
	s := fmt.Sprint(n)
	sign := ""
	if s[0] == '-' {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// Bytes prints a size: "262144" is "256 KB". Whole units print without a
// fraction, others with one digit.
func Bytes[N int | int64 | uint64 | uint32](n N) string {
	f, unit := float64(n), 0
	for f >= 1024 && unit < 4 {
		f /= 1024
		unit++
	}
	name := [...]string{"B", "KB", "MB", "GB", "TB"}[unit]
	if f == math.Trunc(f) {
		return fmt.Sprintf("%.0f %s", f, name)
	}
	return fmt.Sprintf("%.1f %s", f, name)
}

// Nanos prints a duration in the unit that suits it, three digits or so.
func Nanos(ns float64) string {
	for _, u := range [...]struct {
		size float64
		name string
	}{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}} {
		if ns >= u.size {
			v := ns / u.size
			return fmt.Sprintf("%.*f %s", digits(v), v, u.name)
		}
	}
	return fmt.Sprintf("%.0f ns", ns)
}

// digits is how many decimals give a number of at least 1 three digits.
func digits(v float64) int {
	switch {
	case v >= 100:
		return 0
	case v >= 10:
		return 1
	}
	return 2
}
