package mmap

import (
	"golang.org/x/sys/unix"

	"github.com/ebb-vm/ebb/core/mm"
)

func adviseHuge(a mm.Addr, size uintptr) { _ = unix.Madvise(mm.Bytes(a, size), unix.MADV_HUGEPAGE) }
