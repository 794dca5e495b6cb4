//go:build linux && amd64

package amd64

import (
	"math/rand"
	"syscall"
	"testing"

	"github.com/ebb-vm/ebb/jit/ir"
)

// BenchmarkCompile compiles random functions, some with loops, many with spills.
func BenchmarkCompile(b *testing.B) {
	r := rand.New(rand.NewSource(5))
	var fs []*ir.Func
	n := 0
	for range 50 {
		f := randomFunc(r)
		fs = append(fs, f)
		n += len(f.Code)
	}
	b.ReportAllocs()
	begin := processorTime()
	for b.Loop() {
		for _, f := range fs {
			if _, err := Compile(f); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(processorTime()-begin)/float64(b.N)/float64(n), "cpu-ns/ins")
}

// processorTime is what the process has used, in ns: other processes do not
// count.
func processorTime() int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return u.Utime.Nano() + u.Stime.Nano()
}
