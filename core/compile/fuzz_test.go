package compile

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/syntax"
)

// FuzzCompile asks that any source either compiles to code that verifies, or
// ends in an error of PHP's; and that what compiles also does so, and
// verifies, with the optimizer and as code that is to be shared.
func FuzzCompile(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.php")
	more, _ := filepath.Glob("opt/testdata/*.php")
	files = append(files, more...)
	for _, name := range files {
		if src, err := os.ReadFile(name); err == nil {
			f.Add(src)
		}
	}
	n := 0
	var reg *code.Registry
	f.Fuzz(func(t *testing.T, src []byte) {
		if n%2000 == 0 {
			reg = newRegistry() // literals are never given back: start afresh now and then
		}
		n++
		late := time.AfterFunc(5*time.Second, func() { panic("no end") })
		defer late.Stop()
		u, _, err := compileTest(t, src, "f.php", Options{Reg: reg})
		if err != nil {
			var se *syntax.Error
			var ce *Error
			if !errors.As(err, &se) && !errors.As(err, &ce) {
				t.Fatalf("strange error %T: %v", err, err)
			}
			return
		}
		verifyUnit(t, u)
		u, _, err = compileTest(t, src, "f.php", Options{Reg: reg, Optimize: true, Cached: true})
		if err != nil {
			t.Fatalf("only the optimizer fails: %v", err)
		}
		verifyUnit(t, u)
	})
}

func verifyUnit(t testing.TB, u *code.Unit) {
	code.Walk(u, func(a *code.OpArray) {
		if err := code.Verify(a); err != nil {
			t.Errorf("%v\n%s", err, code.Dump(a))
			return
		}
		if err := code.VerifyTemps(a); err != nil {
			t.Errorf("%v\n%s", err, code.Dump(a))
		}
	})
}
