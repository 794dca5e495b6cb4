package codemem

import "unsafe"

// addr is where a mapping begins.
func addr(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }
