package date

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Format renders a time by date()'s letters; zone is the name that 'e' gives.
func Format(format string, t time.Time, zone string) string {
	var b strings.Builder
	year := t.Year()
	for i := 0; i < len(format); i++ {
		switch c := format[i]; c {
		case 'd':
			fmt.Fprintf(&b, "%02d", t.Day())
		case 'D':
			b.WriteString(t.Weekday().String()[:3])
		case 'j':
			b.WriteString(strconv.Itoa(t.Day()))
		case 'l':
			b.WriteString(t.Weekday().String())
		case 'N':
			b.WriteString(strconv.Itoa((int(t.Weekday())+6)%7 + 1))
		case 'S':
			b.WriteString(ordinal(t.Day()))
		case 'w':
			b.WriteString(strconv.Itoa(int(t.Weekday())))
		case 'z':
			b.WriteString(strconv.Itoa(t.YearDay() - 1))
		case 'W':
			_, w := t.ISOWeek()
			fmt.Fprintf(&b, "%02d", w)
		case 'F':
			b.WriteString(t.Month().String())
		case 'm':
			fmt.Fprintf(&b, "%02d", int(t.Month()))
		case 'M':
			b.WriteString(t.Month().String()[:3])
		case 'n':
			b.WriteString(strconv.Itoa(int(t.Month())))
		case 't':
			b.WriteString(strconv.FormatInt(daysIn(int64(year), int64(t.Month())), 10))
		case 'L':
			b.WriteString(strconv.FormatInt(daysIn(int64(year), 2)-28, 10))
		case 'o':
			y, _ := t.ISOWeek()
			b.WriteString(strconv.Itoa(y))
		case 'Y', 'x', 'X':
			switch {
			case c != 'Y' && year > 9999 || c == 'X' && year >= 0:
				fmt.Fprintf(&b, "+%04d", year)
			case year < 0:
				fmt.Fprintf(&b, "-%04d", -year)
			default:
				fmt.Fprintf(&b, "%04d", year)
			}
		case 'y':
			fmt.Fprintf(&b, "%02d", year%100)
		case 'a':
			b.WriteString(map[bool]string{true: "am", false: "pm"}[t.Hour() < 12])
		case 'A':
			b.WriteString(map[bool]string{true: "AM", false: "PM"}[t.Hour() < 12])
		case 'B':
			fmt.Fprintf(&b, "%03d", beat(t))
		case 'g':
			b.WriteString(strconv.Itoa((t.Hour()+11)%12 + 1))
		case 'G':
			b.WriteString(strconv.Itoa(t.Hour()))
		case 'h':
			fmt.Fprintf(&b, "%02d", (t.Hour()+11)%12+1)
		case 'H':
			fmt.Fprintf(&b, "%02d", t.Hour())
		case 'i':
			fmt.Fprintf(&b, "%02d", t.Minute())
		case 's':
			fmt.Fprintf(&b, "%02d", t.Second())
		case 'u':
			b.WriteString("000000")
		case 'v':
			b.WriteString("000")
		case 'e':
			b.WriteString(zone)
		case 'I':
			b.WriteString(map[bool]string{true: "1", false: "0"}[t.IsDST()])
		case 'O':
			b.WriteString(t.Format("-0700"))
		case 'P':
			b.WriteString(t.Format("-07:00"))
		case 'p':
			if _, off := t.Zone(); off == 0 {
				b.WriteByte('Z')
			} else {
				b.WriteString(t.Format("-07:00"))
			}
		case 'T':
			name, _ := t.Zone()
			b.WriteString(name)
		case 'Z':
			_, off := t.Zone()
			b.WriteString(strconv.Itoa(off))
		case 'c':
			b.WriteString(Format(`Y-m-d\TH:i:sP`, t, zone))
		case 'r':
			b.WriteString(Format(`D, d M Y H:i:s O`, t, zone))
		case 'U':
			b.WriteString(strconv.FormatInt(t.Unix(), 10))
		case '\\':
			if i++; i < len(format) {
				b.WriteByte(format[i])
			}
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func ordinal(day int) string {
	if day < 10 || day > 19 {
		switch day % 10 {
		case 1:
			return "st"
		case 2:
			return "nd"
		case 3:
			return "rd"
		}
	}
	return "th"
}

// beat is Swatch internet time: thousandths of a day in UTC+1.
func beat(t time.Time) int {
	s := (t.Unix()%86400 + 3600) * 10
	return int((s/864)%1000+1000) % 1000
}
