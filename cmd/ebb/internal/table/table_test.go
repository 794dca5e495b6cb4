package table

import (
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	tab := New("name", "n", "µs")
	tab.Row("a", 5, "1.25")
	tab.Row("längst", 12345, "")
	var b strings.Builder
	tab.Write(&b, "> ")
	want := "> name        n    µs\n> a           5  1.25\n> längst  12345\n"
	if b.String() != want {
		t.Errorf("%q", b.String())
	}
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Count(0), "0"}, {Count(999), "999"}, {Count(1000), "1,000"}, {Count(-1234567), "-1,234,567"}, {Count(uint64(12345)), "12,345"},
		{Bytes(80), "80 B"}, {Bytes(262144), "256 KB"}, {Bytes(1310720), "1.2 MB"}, {Bytes(8 << 20), "8 MB"},
		{Nanos(12), "12 ns"}, {Nanos(1234), "1.23 µs"}, {Nanos(45678), "45.7 µs"}, {Nanos(6.5e8), "650 ms"}, {Nanos(2e9), "2.00 s"},
	} {
		if c.got != c.want {
			t.Errorf("%q, not %q", c.got, c.want)
		}
	}
}
