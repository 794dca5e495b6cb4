package tier

import (
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/rt"
)

// Code is how an embedder runs code generated at run time. The zero Code says
// that it does not.
type Code struct {
	// Slots makes room for n functions in the table that generated code is called
	// through and returns the first slot, or a number below 0.
	Slots func(n int) int
	// Load instantiates a module, which fills slots.
	Load func(module []byte) bool
	// Call calls the function in a slot.
	Call func(slot, entry int, ctx mm.Addr) int
}

// Bind puts the tier on top of the Go loop, if the setting and the embedder want it.
func Bind(x *rt.Exec, c Code) {
	if c.Slots == nil || !x.Ini.Bool(rt.IniWasmJIT) {
		return
	}
}
