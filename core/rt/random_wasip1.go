package rt

import "syscall"

// systemRandom asks WASI itself: package crypto/rand brings 32 MB of zeros along,
// which every instance of the module would have to be given.
func systemRandom(p []byte) error {
	if len(p) == 0 {
		return nil
	}
	if e := randomGet(&p[0], uint32(len(p))); e != 0 {
		return syscall.Errno(e)
	}
	return nil
}

//go:wasmimport wasi_snapshot_preview1 random_get
//go:noescape
func randomGet(p *byte, n uint32) uint32
