package wasm_test

import (
	"fmt"
	"testing"

	"github.com/ebb-vm/ebb/wasm"
)

// TestExtends: the stack extensions of one descent under wazero are those that
// were counted with a debugger on PHP 8.2; cmd/ebb's script extends.txtar has the
// whole table, natively.
func TestExtends(t *testing.T) {
	rt := newRuntime(t)
	for name, counts := range map[string]map[int]int64{
		"a": {1500: 0, 1637: 0, 1638: 0, 1700: 0, 1820: 1, 1900: 1, 2000: 1, 2100: 1, 2340: 1, 2400: 1, 3000: 1, 3276: 1, 3300: 1, 4500: 2, 6000: 3, 9000: 4},
		"b": {1500: 0, 1637: 1, 1638: 1, 1700: 1, 1820: 1, 1900: 1, 2000: 1, 2100: 1, 2340: 1, 2400: 1, 3000: 1, 3276: 2, 3300: 2, 4500: 2, 6000: 3, 9000: 5},
	} {
		for depth, want := range counts {
			res, err := rt.Run(ctx, wasm.Script{Trace: true, Source: []byte(fmt.Sprintf("<?php\n"+
				"function a($n) { if ($n > 0) { a($n - 1); } }\n"+
				"function b($n) { if ($n > 0) { return b($n - 1) + 1; } return 0; }\n"+
				"%s(%d);\n", name, depth))})
			if err != nil || res.Pages == nil {
				t.Fatalf("%s(%d): %v %s", name, depth, err, res.Stdout)
			}
			if got := res.Pages.StackExtensions; got != want {
				t.Errorf("%s(%d): %d extensions, want %d", name, depth, got, want)
			}
		}
	}
}
