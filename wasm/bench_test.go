package wasm_test

import (
	"testing"

	"github.com/ebb-vm/ebb/wasm"
)

// BenchmarkHello is a whole run: instance, request, program, end.
func BenchmarkHello(b *testing.B) {
	rt := newRuntime(b)
	for b.Loop() {
		if _, err := rt.Run(ctx, wasm.Script{Source: []byte("<?php echo 'hello';")}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLoop counts to a million.
func BenchmarkLoop(b *testing.B) {
	rt := newRuntime(b)
	for b.Loop() {
		if _, err := rt.Run(ctx, wasm.Script{Source: []byte("<?php for ($i = 0; $i < 1000000; $i++);")}); err != nil {
			b.Fatal(err)
		}
	}
}
