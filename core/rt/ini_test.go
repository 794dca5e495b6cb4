package rt

import "testing"

// The expectations were read off PHP's ini_parse_quantity.
func TestParseQuantity(t *testing.T) {
	const back = " for backwards compatibility"
	for _, c := range []struct {
		in   string
		want int64
		msg  string
	}{
		{"128M", 134217728, ""}, {"1G", 1 << 30, ""}, {"0x1F", 31, ""}, {"-1", -1, ""}, {"", 0, ""}, {" 12 ", 12, ""},
		{"12K ", 12288, ""}, {"1 K", 1024, ""}, {"0b101", 5, ""}, {"0o17", 15, ""}, {"017", 15, ""}, {"-5k", -5120, ""},
		{"0", 0, ""}, {"+3m", 3 << 20, ""}, {"0K", 0, ""}, {"0M", 0, ""},
		{"abc", 0, `Invalid quantity "abc": no valid leading digits, interpreting as "0"` + back},
		{"08", 0, `Invalid quantity "08": unknown multiplier "8", interpreting as "0"` + back},
		{"1.5M", 1 << 20, `Invalid quantity "1.5M", interpreting as "1M"` + back},
		{"99999999999999999999", -1, `Invalid quantity "99999999999999999999": value is out of range, using overflow result` + back},
		{"9223372036854775807K", -1024, `Invalid quantity "9223372036854775807K": value is out of range, using overflow result` + back},
		{"0x", 0, `Invalid quantity "0x": no digits after base prefix, interpreting as "0"` + back},
		{"0xG", 0, `Invalid quantity "0xG": no valid leading digits, interpreting as "0"` + back},
		{"0x 0", 0, `Invalid quantity "0x 0": no digits after base prefix, interpreting as "0"` + back},
		{"5X", 5, `Invalid quantity "5X": unknown multiplier "X", interpreting as "5"` + back},
		{"12 X", 12, `Invalid quantity "12 X": unknown multiplier "X", interpreting as "12 "` + back},
		{"1M2K", 1024, `Invalid quantity "1M2K", interpreting as "1K"` + back},
		{"0z", 0, `Invalid prefix "0z", interpreting as "0"` + back},
	} {
		n, msg := ParseQuantity(c.in)
		if n != c.want || msg != c.msg {
			t.Errorf("%q: %d, %q; want %d, %q", c.in, n, msg, c.want, c.msg)
		}
	}
}
