//go:build !wasm

package guest

import "github.com/ebb-vm/ebb/core/mm"

// pages is a source of Go memory where there is no linear memory: for tests.
func pages(max int64) mm.PageSource {
	s := mm.NewSlabSource()
	s.SetMax(uintptr(max))
	return s
}
