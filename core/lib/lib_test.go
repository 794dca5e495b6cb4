package lib

import (
	"testing"

	"github.com/ebb-vm/ebb/core/rt"
)

// TestDeclarations parses the signature of every builtin function and method
// and links every class. A mistake in one ends the executor, hence the test.
func TestDeclarations(t *testing.T) {
	x := rt.NewExec(rt.Config{})
	for _, m := range Modules() {
		x.Register(m)
	}
	var last string
	defer func() {
		if r := recover(); r != nil {
			t.Fatalf("declaration of %s: %v", last, r)
		}
	}()
	n := 0
	x.BuiltinNames(func(lc string, m *rt.Module) {
		last = lc
		if x.LookupFunction(lc) == nil {
			t.Errorf("%s: %s is not to be found", m.Name, lc)
		}
		n++
	})
	x.DeclaredClasses(func(name string, c *rt.Class) {
		for _, f := range c.Methods.All() {
			last = name + "::" + f.Name
			x.Prepare(f)
			n++
		}
		if !x.InitClass(c) {
			t.Errorf("%s: initial values", name)
		}
	})
	t.Logf("%d functions and methods", n)
}
