package date

import (
	"time"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// Module declares the extension.
func Module() *rt.Module {
	return &rt.Module{
		Name: "date",
		Consts: []rt.ConstDecl{
			{Name: "DATE_ATOM", Value: `Y-m-d\TH:i:sP`}, {Name: "DATE_COOKIE", Value: `l, d-M-Y H:i:s T`}, {Name: "DATE_RFC822", Value: `D, d M y H:i:s O`},
			{Name: "DATE_RFC850", Value: `l, d-M-y H:i:s T`}, {Name: "DATE_RFC1123", Value: `D, d M Y H:i:s O`}, {Name: "DATE_RFC2822", Value: `D, d M Y H:i:s O`},
			{Name: "DATE_RFC3339", Value: `Y-m-d\TH:i:sP`}, {Name: "DATE_RFC7231", Value: `D, d M Y H:i:s \G\M\T`}, {Name: "DATE_RSS", Value: `D, d M Y H:i:s O`}, {Name: "DATE_W3C", Value: `Y-m-d\TH:i:sP`},
		},
		Funcs: []rt.FuncDecl{
			{Sig: "time(): int", Fn: fnTime},
			{Sig: "date(string $format, ?int $timestamp = null): string", Fn: dates(false)},
			{Sig: "gmdate(string $format, ?int $timestamp = null): string", Fn: dates(true)},
			{Sig: "idate(string $format, ?int $timestamp = null): int|false", Fn: fnIdate},
			{Sig: "mktime(int $hour, ?int $minute = null, ?int $second = null, ?int $month = null, ?int $day = null, ?int $year = null): int|false", Fn: makes(false)},
			{Sig: "gmmktime(int $hour, ?int $minute = null, ?int $second = null, ?int $month = null, ?int $day = null, ?int $year = null): int|false", Fn: makes(true)},
			{Sig: "checkdate(int $month, int $day, int $year): bool", Fn: fnCheck},
			{Sig: "strtotime(string $datetime, ?int $baseTimestamp = null): int|false", Fn: fnStrtotime},
			{Sig: "getdate(?int $timestamp = null): array", Fn: fnGetdate},
			{Sig: "localtime(?int $timestamp = null, bool $associative = false): array", Fn: fnLocaltime},
			{Sig: "date_default_timezone_get(): string", Fn: fnZoneGet},
			{Sig: "date_default_timezone_set(string $timezoneId): bool", Fn: fnZoneSet},
		},
	}
}

type zoneKey struct{}

// zone is the executor's default time zone.
type zone struct {
	name string
	loc  *time.Location
}

func zoneOf(x *rt.Exec) *zone {
	return rt.State(x, zoneKey{}, func() *zone {
		z := &zone{"UTC", time.UTC}
		if name, _ := x.Ini.Get("date.timezone"); name != "" {
			if loc, err := time.LoadLocation(name); err == nil {
				z.name, z.loc = name, loc
			}
		}
		return z
	})
}

func fnTime(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetLong(x.Host.Now().Unix()) }

// at is the time in argument i, or now, in the default zone or UTC.
func at(x *rt.Exec, a *rt.Args, i int, gmt bool) time.Time {
	t := x.Host.Now()
	if a.Has(i) && !a.IsNull(i) {
		t = time.Unix(a.Int(i), 0)
	}
	if gmt {
		return t.UTC()
	}
	return t.In(zoneOf(x).loc)
}

func dates(gmt bool) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		name := zoneOf(x).name
		if gmt {
			name = "UTC"
		}
		x.Space.SetString(ret, Format(a.View(0), at(x, a, 1, gmt), name))
	}
}

func makes(gmt bool) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		loc := zoneOf(x).loc
		if gmt {
			loc = time.UTC
		}
		now := x.Host.Now().In(loc)
		pick := func(i, def int) int {
			if a.Has(i) && !a.IsNull(i) {
				return int(a.Int(i))
			}
			return def
		}
		year := pick(5, now.Year())
		if a.Has(5) && !a.IsNull(5) {
			switch {
			case year >= 0 && year < 70:
				year += 2000
			case year >= 70 && year <= 100:
				year += 1900
			}
		}
		t := time.Date(year, time.Month(pick(3, int(now.Month()))), pick(4, now.Day()), int(a.Int(0)), pick(1, now.Minute()), pick(2, now.Second()), 0, loc)
		ret.SetLong(t.Unix())
	}
}

func daysIn(year, month int64) int64 {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

func fnCheck(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	m, d, y := a.Int(0), a.Int(1), a.Int(2)
	ret.SetBool(y >= 1 && y <= 32767 && m >= 1 && m <= 12 && d >= 1 && d <= daysIn(y, m))
}

func fnIdate(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	f := a.View(0)
	if len(f) != 1 {
		a.ValueError(0, "must be one character")
		return
	}
	t := at(x, a, 1, false)
	n := 0
	switch f[0] {
	case 'B':
		n = beat(t)
	case 'd', 'j':
		n = t.Day()
	case 'h', 'g':
		n = (t.Hour()+11)%12 + 1
	case 'H', 'G':
		n = t.Hour()
	case 'i':
		n = t.Minute()
	case 'L':
		if daysIn(int64(t.Year()), 2) == 29 {
			n = 1
		}
	case 'm', 'n':
		n = int(t.Month())
	case 'N':
		n = (int(t.Weekday())+6)%7 + 1
	case 's':
		n = t.Second()
	case 't':
		n = int(daysIn(int64(t.Year()), int64(t.Month())))
	case 'U':
		ret.SetLong(t.Unix())
		return
	case 'w':
		n = int(t.Weekday())
	case 'W':
		_, n = t.ISOWeek()
	case 'y':
		n = t.Year() % 100
	case 'Y':
		n = t.Year()
	case 'o':
		n, _ = t.ISOWeek()
	case 'z':
		n = t.YearDay() - 1
	case 'Z':
		_, n = t.Zone()
	default:
		a.ValueError(0, "must be a valid date format token")
		return
	}
	ret.SetLong(int64(n))
}

func fnGetdate(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	t := at(x, a, 0, false)
	out := x.Space.NewTable(11)
	ret.SetArr(out)
	num := func(k string, n int64) {
		var v zval.Value
		v.SetLong(n)
		x.Space.SetGo(out, k, &v)
	}
	text := func(k, s string) {
		var v zval.Value
		x.Space.SetString(&v, s)
		x.Space.SetGo(out, k, &v)
	}
	num("seconds", int64(t.Second()))
	num("minutes", int64(t.Minute()))
	num("hours", int64(t.Hour()))
	num("mday", int64(t.Day()))
	num("wday", int64(t.Weekday()))
	num("mon", int64(t.Month()))
	num("year", int64(t.Year()))
	num("yday", int64(t.YearDay()-1))
	text("weekday", t.Weekday().String())
	text("month", t.Month().String())
	var v zval.Value
	v.SetLong(t.Unix())
	x.Space.SetLong(out, 0, &v)
}

func fnLocaltime(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	t := at(x, a, 0, false)
	dst := int64(0)
	if t.IsDST() {
		dst = 1
	}
	names := [...]string{"tm_sec", "tm_min", "tm_hour", "tm_mday", "tm_mon", "tm_year", "tm_wday", "tm_yday", "tm_isdst"}
	values := [...]int64{int64(t.Second()), int64(t.Minute()), int64(t.Hour()), int64(t.Day()), int64(t.Month()) - 1, int64(t.Year()) - 1900, int64(t.Weekday()), int64(t.YearDay()) - 1, dst}
	out := x.Space.NewTable(9)
	ret.SetArr(out)
	for i := range names {
		var v zval.Value
		v.SetLong(values[i])
		if a.Bool(1) {
			x.Space.SetGo(out, names[i], &v)
		} else {
			x.Space.SetLong(out, int64(i), &v)
		}
	}
}

func fnZoneGet(x *rt.Exec, a *rt.Args, ret *zval.Value) { x.Space.SetString(ret, zoneOf(x).name) }

func fnZoneSet(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	name := a.Str(0).String()
	loc, err := time.LoadLocation(name)
	if err != nil || name == "" || name == "Local" {
		a.Notice("Timezone ID '%s' is invalid", name)
		ret.SetBool(false)
		return
	}
	z := zoneOf(x)
	z.name, z.loc = name, loc
	ret.SetBool(true)
}
