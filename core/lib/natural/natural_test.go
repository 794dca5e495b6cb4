package natural

import "testing"

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"img12.png", "img10.png", 1}, {"img2.png", "img10.png", -1}, {"a", "a", 0}, {"", "a", -1}, {"a1", "a01", 1},
		{"1.5", "1.50", -1}, {"abc", "abcd", -1}, {"a 1", "a  1", 0}, {"x10", "x9y", 1}, {"001", "1", 0}, {"1.001", "1.002", -1},
	} {
		if got := Compare(c.a, c.b, false); got != c.want {
			t.Errorf("Compare(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
	if Compare("IMG2", "img10", true) != -1 || Compare("B", "a", true) != 1 {
		t.Error("folding")
	}
}
