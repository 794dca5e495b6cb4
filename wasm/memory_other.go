//go:build !unix

package wasm

func reserve(size uint64) []byte            { return nil }
func commit(b []byte, from, to uint64) bool { return false }
func release(b []byte)                      {}
