//go:build !(linux && (amd64 || arm64))

package codemem

import "errors"

func dual(size int) (rw, rx []byte, err error) {
	return nil, nil, errors.New("machine code is not supported on this system")
}

func unmap(rw, rx []byte) error { return nil }

func flush(p, n uintptr) {}
