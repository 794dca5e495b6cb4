package opt

import "testing"

func TestPassOrder(t *testing.T) {
	if a, b, ok := Check(Passes()); !ok {
		t.Errorf("pass %c must run before pass %c", a, b)
	}
	order := Passes()
	order[0], order[3] = order[3], order[0]
	if _, _, ok := Check(order); ok {
		t.Error("blocks before constants goes unnoticed")
	}
	seen := map[byte]bool{}
	for _, p := range Passes() {
		if seen[p.Letter] {
			t.Errorf("letter %c is used twice", p.Letter)
		}
		seen[p.Letter] = true
		for i := 0; i < len(p.After); i++ {
			if !seen[p.After[i]] && p.After[i] != '0' {
				t.Errorf("pass %c names %c, which is no earlier pass", p.Letter, p.After[i])
			}
		}
	}
}
