//go:build unix

package wasm

import "golang.org/x/sys/unix"

// reserve takes addresses without memory; nil when the system has none.
func reserve(size uint64) []byte {
	b, err := unix.Mmap(-1, 0, int(size), unix.PROT_NONE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil
	}
	return b
}

// commit makes the bytes between two sizes usable. They are zero.
func commit(b []byte, from, to uint64) bool {
	return from >= to || unix.Mprotect(b[from:to], unix.PROT_READ|unix.PROT_WRITE) == nil
}

func release(b []byte) { unix.Munmap(b) }
