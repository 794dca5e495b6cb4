package e2e

import (
	"fmt"
	"testing"
)

// TestExtends: the stack extensions of one descent in the browser are those that
// were counted with a debugger on PHP 8.2; cmd/ebb's script extends.txtar has the
// same table for the command line.
func TestExtends(t *testing.T) {
	url, _ := coreSite(t)
	b := openAt(t, desktop, url, "/")
	for name, counts := range map[string]map[int]int{
		"a": {1500: 0, 1637: 0, 1638: 0, 1700: 0, 1820: 1, 1900: 1, 2000: 1, 2100: 1, 2340: 1, 2400: 1, 3000: 1, 3276: 1, 3300: 1, 4500: 2, 6000: 3, 9000: 4},
		"b": {1500: 0, 1637: 1, 1638: 1, 1700: 1, 1820: 1, 1900: 1, 2000: 1, 2100: 1, 2340: 1, 2400: 1, 3000: 1, 3276: 2, 3300: 2, 4500: 2, 6000: 3, 9000: 5},
	} {
		for depth, want := range counts {
			b.program(fmt.Sprintf("<?php\n"+
				"function a($n) { if ($n > 0) { a($n - 1); } }\n"+
				"function b($n) { if ($n > 0) { return b($n - 1) + 1; } return 0; }\n"+
				"%s(%d);\n", name, depth))
			b.click("#run")
			b.finished()
			if got := counter(b, "stack_extensions"); got != fmt.Sprint(want) {
				t.Errorf("%s(%d): %s extensions, want %d", name, depth, got, want)
			}
		}
	}
}
