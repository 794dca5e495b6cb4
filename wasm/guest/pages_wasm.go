package guest

import "github.com/ebb-vm/ebb/core/mm"

// grow and size are the instructions memory.grow and memory.size, in pages.
func grow(pages int32) int32
func size() int32

// pages returns the source of PHP's memory. max is how far linear memory can
// grow in bytes, 0 when nobody knows; an eighth of it is left to Go.
func pages(max int64) mm.PageSource {
	const most = 4 << 30
	if max <= 0 || max > most {
		max = most
	}
	return &linearSource{grow: grow, size: func() int64 { return int64(size()) * wasmPage }, max: max - max/8}
}
