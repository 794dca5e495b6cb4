package main

import (
	"io"
	"testing"

	"github.com/ebb-vm/ebb/core"
)

// BenchmarkStart is what a process pays before its program runs and after: an
// executor with all modules, made and taken down.
func BenchmarkStart(b *testing.B) {
	o := &options{ini: map[string]string{}}
	for b.Loop() {
		r := newRunner(o)
		r.stdout = io.Discard
		r.run(core.Script{Path: codeName, Source: []byte("<?php ")})
	}
}
