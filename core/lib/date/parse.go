package date

import (
	"strconv"
	"strings"
	"time"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

func fnStrtotime(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	base := at(x, a, 1, false)
	t, ok := Parse(a.View(0), base)
	if !ok {
		ret.SetBool(false)
		return
	}
	ret.SetLong(t.Unix())
}

// Parse reads the common forms of strtotime: @timestamps, ISO dates and times
// with zones, "2 January 2006", "Jan 2, 2006", now, today, midnight, noon,
// tomorrow, yesterday, weekdays, "first day of", and relative amounts.
func Parse(s string, base time.Time) (time.Time, bool) {
	p := parser{t: base, loc: base.Location()}
	for _, w := range strings.Fields(strings.ToLower(strings.ReplaceAll(s, ",", " "))) {
		p.words = append(p.words, split(w)...)
	}
	if len(p.words) == 0 {
		return base, false
	}
	for len(p.words) > 0 {
		if !p.step() {
			return base, false
		}
	}
	return p.result(), true
}

type parser struct {
	words            []string
	t                time.Time
	loc              *time.Location
	dateSet, timeSet bool
	rel              [7]int // years, months, days, hours, minutes, seconds
	firstLast        int    // 1: first day of, 2: last day of
	weekday          int    // 1 + weekday wanted, 0 none
	weekdayDir       int
}

func (p *parser) result() time.Time {
	t := p.t
	y, m, d := t.Date()
	y, m, d = y+p.rel[0], m+time.Month(p.rel[1]), d+p.rel[2]
	switch p.firstLast {
	case 1:
		d = 1
	case 2:
		m, d = m+1, 0
	}
	out := time.Date(y, m, d, t.Hour(), t.Minute(), t.Second(), 0, p.loc)
	if p.weekday > 0 {
		diff := (p.weekday - 1 - int(out.Weekday()) + 7) % 7
		switch {
		case p.weekdayDir > 0 && diff == 0:
			diff = 7
		case p.weekdayDir < 0:
			if diff -= 7; diff == -7 && p.weekdayDir < 0 {
				diff = -7
			}
		}
		out = out.AddDate(0, 0, diff)
	}
	return out.Add(time.Duration(p.rel[3])*time.Hour + time.Duration(p.rel[4])*time.Minute + time.Duration(p.rel[5])*time.Second)
}

func (p *parser) setDate(y, m, d int) {
	p.t = time.Date(y, time.Month(m), d, p.t.Hour(), p.t.Minute(), p.t.Second(), 0, p.loc)
	if !p.timeSet {
		p.clock(0, 0, 0)
	}
	p.dateSet = true
}

func (p *parser) clock(h, m, s int) {
	y, mo, d := p.t.Date()
	p.t = time.Date(y, mo, d, h, m, s, 0, p.loc)
}

// split takes "2006-01-02t15:04:05z" and "+1day" apart.
func split(w string) []string {
	if i := strings.IndexByte(w, 't'); i == 10 && len(w) > 11 && w[4] == '-' && digit(w[11]) {
		return append(split(w[:i]), split(w[i+1:])...)
	}
	if len(w) > 1 && (w[0] == '+' || w[0] == '-' || digit(w[0])) {
		i := 1
		for i < len(w) && digit(w[i]) {
			i++
		}
		if i < len(w) && letter(w[i]) && unitOf(w[i:]) >= 0 {
			return []string{w[:i], w[i:]}
		}
	}
	// A zone hangs on a time of day.
	if strings.Contains(w, ":") {
		for i := 1; i < len(w); i++ {
			if c := w[i]; c == 'z' && i == len(w)-1 || (c == '+' || c == '-') {
				return []string{w[:i], w[i:]}
			}
		}
	}
	return []string{w}
}

func digit(c byte) bool  { return c >= '0' && c <= '9' }
func letter(c byte) bool { return c >= 'a' && c <= 'z' }

var months = []string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"}
var days = []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}

func indexOf(list []string, w string) int {
	for i, n := range list {
		if w == n || len(w) >= 3 && len(w) <= 4 && strings.HasPrefix(n, w) || w == n[:3] {
			return i
		}
	}
	return -1
}

// unitOf gives the index in rel and, for weeks and the like, unitScale its factor.
func unitOf(w string) int {
	switch strings.TrimSuffix(w, "s") {
	case "year":
		return 0
	case "month":
		return 1
	case "day", "week", "fortnight":
		return 2
	case "hour":
		return 3
	case "min", "minute":
		return 4
	case "sec", "second":
		return 5
	}
	return -1
}

func unitScale(w string) int {
	switch strings.TrimSuffix(w, "s") {
	case "week":
		return 7
	case "fortnight":
		return 14
	}
	return 1
}

func numbers(w, sep string) ([]int, bool) {
	parts := strings.Split(w, sep)
	out := make([]int, len(parts))
	for i, s := range parts {
		n, err := strconv.Atoi(s)
		if err != nil || s == "" || !digit(s[0]) {
			return nil, false
		}
		out[i] = n
	}
	return out, true
}

func (p *parser) step() bool {
	w := p.words[0]
	p.words = p.words[1:]
	peek := func(i int) string {
		if i < len(p.words) {
			return p.words[i]
		}
		return ""
	}
	switch w {
	case "now":
		return true
	case "today", "midnight":
		p.clock(0, 0, 0)
		p.timeSet = true
		return true
	case "noon":
		p.clock(12, 0, 0)
		p.timeSet = true
		return true
	case "tomorrow", "yesterday":
		p.clock(0, 0, 0)
		p.timeSet = true
		if w == "tomorrow" {
			p.rel[2]++
		} else {
			p.rel[2]--
		}
		return true
	case "z", "utc", "gmt":
		return p.zone(0)
	case "ago":
		for i := range p.rel {
			p.rel[i] = -p.rel[i]
		}
		return true
	case "of", "at", "on":
		return true
	case "first", "last":
		if peek(0) == "day" && peek(1) == "of" {
			p.firstLast = 1
			if w == "last" {
				p.firstLast = 2
			}
			p.words = p.words[2:]
			return true
		}
		fallthrough
	case "next", "previous", "this":
		n := map[string]int{"next": 1, "first": 1, "last": -1, "previous": -1, "this": 0}[w]
		unit := peek(0)
		if u := unitOf(unit); u >= 0 {
			p.rel[u] += n * unitScale(unit)
			p.words = p.words[1:]
			return true
		}
		if d := indexOf(days, unit); d >= 0 {
			p.weekday, p.weekdayDir = d+1, n
			p.words = p.words[1:]
			if !p.timeSet {
				p.clock(0, 0, 0)
			}
			return true
		}
		return false
	}
	if w[0] == '@' {
		n, err := strconv.ParseInt(w[1:], 10, 64)
		if err != nil {
			return false
		}
		p.loc = time.UTC
		p.t = time.Unix(n, 0).UTC()
		p.dateSet, p.timeSet = true, true
		return true
	}
	if i := indexOf(months, w); i >= 0 {
		return p.monthFirst(i + 1)
	}
	if i := indexOf(days, w); i >= 0 {
		p.weekday = i + 1
		if !p.timeSet {
			p.clock(0, 0, 0)
		}
		return true
	}
	if strings.Contains(w, ":") {
		if w[0] == '+' || w[0] == '-' {
			return p.timeSet && p.offset(w)
		}
		return p.timeOfDay(w)
	}
	if n, ok := numbers(w, "-"); ok && len(n) == 3 {
		if n[0] < 100 && len(strings.Split(w, "-")[2]) == 4 {
			n[0], n[2] = n[2], n[0]
		}
		return p.date(n[0], n[1], n[2])
	}
	if n, ok := numbers(w, "/"); ok && len(n) == 3 {
		if n[0] > 31 {
			return p.date(n[0], n[1], n[2])
		}
		return p.date(n[2], n[0], n[1])
	}
	if n, ok := numbers(w, "."); ok && len(n) == 3 {
		return p.date(n[2], n[1], n[0])
	}
	if w[0] == '+' || w[0] == '-' || digit(w[0]) {
		if p.timeSet && (w[0] == '+' || w[0] == '-') && unitOf(peek(0)) < 0 {
			return p.offset(w)
		}
		n, err := strconv.Atoi(strings.TrimPrefix(w, "+"))
		unit := peek(0)
		if err == nil && unitOf(unit) >= 0 {
			p.rel[unitOf(unit)] += n * unitScale(unit)
			p.words = p.words[1:]
			return true
		}
		day := strings.TrimRight(w, "stndrh")
		if d, err := strconv.Atoi(day); err == nil && indexOf(months, unit) >= 0 {
			m := indexOf(months, unit) + 1
			p.words = p.words[1:]
			y := p.t.Year()
			if n, err := strconv.Atoi(peek(0)); err == nil && len(peek(0)) == 4 {
				y = n
				p.words = p.words[1:]
			}
			return p.date(y, m, d)
		}
		if len(w) == 8 && err == nil {
			return p.date(n/10000, n/100%100, n%100)
		}
		if len(w) == 4 && err == nil && p.dateSet {
			_, m, d := p.t.Date()
			return p.date(n, int(m), d)
		}
	}
	return false
}

func (p *parser) date(y, m, d int) bool {
	if m < 1 || m > 12 || d < 0 || d > 31 {
		return false
	}
	p.setDate(y, m, d)
	return true
}

// monthFirst reads "January 2 2006", "January 2006" or "January".
func (p *parser) monthFirst(m int) bool {
	y, d := p.t.Year(), p.t.Day()
	if len(p.words) > 0 {
		if n, err := strconv.Atoi(strings.TrimRight(p.words[0], "stndrh")); err == nil {
			p.words = p.words[1:]
			if n > 31 {
				return p.date(n, m, 1)
			}
			d = n
			if len(p.words) > 0 {
				if n, err := strconv.Atoi(p.words[0]); err == nil && len(p.words[0]) == 4 {
					y = n
					p.words = p.words[1:]
				}
			}
		}
	}
	return p.date(y, m, d)
}

func (p *parser) timeOfDay(w string) bool {
	pm := ""
	for _, suffix := range []string{"am", "pm", "a.m.", "p.m."} {
		if rest, ok := strings.CutSuffix(w, suffix); ok {
			w, pm = rest, suffix[:1]
		}
	}
	w, _, _ = strings.Cut(w, ".")
	n, ok := numbers(w, ":")
	if !ok || len(n) < 2 || len(n) > 3 {
		return false
	}
	if len(n) == 2 {
		n = append(n, 0)
	}
	if pm == "" && len(p.words) > 0 && (p.words[0] == "am" || p.words[0] == "pm") {
		pm = p.words[0][:1]
		p.words = p.words[1:]
	}
	if pm != "" {
		if n[0] < 1 || n[0] > 12 {
			return false
		}
		n[0] %= 12
		if pm == "p" {
			n[0] += 12
		}
	}
	if n[0] > 24 || n[1] > 59 || n[2] > 60 {
		return false
	}
	p.clock(n[0], n[1], n[2])
	p.timeSet = true
	return true
}

func (p *parser) zone(off int) bool {
	loc := time.UTC
	if off != 0 {
		loc = time.FixedZone("", off)
	}
	y, m, d := p.t.Date()
	p.loc = loc
	p.t = time.Date(y, m, d, p.t.Hour(), p.t.Minute(), p.t.Second(), 0, loc)
	return true
}

// offset reads "+01:00" or "-0530".
func (p *parser) offset(w string) bool {
	s := strings.ReplaceAll(w[1:], ":", "")
	n, err := strconv.Atoi(s)
	if err != nil {
		return false
	}
	if len(s) <= 2 {
		n *= 100
	}
	off := n/100*3600 + n%100*60
	if w[0] == '-' {
		off = -off
	}
	return p.zone(off)
}
