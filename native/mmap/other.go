//go:build !unix

package mmap

import "github.com/ebb-vm/ebb/core/mm"

// New returns a page source made of Go slices: this system has no mmap.
func New() mm.PageSource { return mm.NewSlabSource() }
