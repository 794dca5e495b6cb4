//go:build unix && !linux

package mmap

import "github.com/ebb-vm/ebb/core/mm"

func adviseHuge(mm.Addr, uintptr) {}
