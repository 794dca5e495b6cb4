//go:build linux && (amd64 || arm64)

package codemem

import "golang.org/x/sys/unix"

// dual maps a file in memory for writing and, elsewhere, for execution.
func dual(size int) (rw, rx []byte, err error) {
	fd, err := unix.MemfdCreate("ebb", unix.MFD_CLOEXEC|unix.MFD_EXEC)
	if err != nil { // kernels before 6.3 do not know the second flag
		fd, err = unix.MemfdCreate("ebb", unix.MFD_CLOEXEC)
	}
	if err != nil {
		return nil, nil, err
	}
	defer unix.Close(fd)
	if err := unix.Ftruncate(fd, int64(size)); err != nil {
		return nil, nil, err
	}
	if rw, err = unix.Mmap(fd, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED); err != nil {
		return nil, nil, err
	}
	if rx, err = unix.Mmap(fd, 0, size, unix.PROT_READ|unix.PROT_EXEC, unix.MAP_SHARED); err != nil {
		unix.Munmap(rw)
		return nil, nil, err
	}
	return rw, rx, nil
}

func unmap(rw, rx []byte) error {
	if rw == nil {
		return nil
	}
	err := unix.Munmap(rw)
	if e := unix.Munmap(rx); err == nil {
		err = e
	}
	return err
}

func flush(p, n uintptr)
