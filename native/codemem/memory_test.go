package codemem

import (
	"bytes"
	"os"
	"runtime"
	"strings"
	"testing"
)

func block(t *testing.T, size int) *Memory {
	m, err := New(size)
	if err != nil {
		if runtime.GOOS == "linux" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}

func TestPut(t *testing.T) {
	m := block(t, 1<<16)
	a, err := m.Put([]byte{1, 2, 3})
	if err != nil {
		t.Fatal(err)
	}
	b, err := m.Put([]byte{4, 5})
	if err != nil || b != a+align {
		t.Fatalf("%#x %#x %v", a, b, err)
	}
	if !bytes.Equal(m.Bytes(a, 3), []byte{1, 2, 3}) || !bytes.Equal(m.Bytes(b, 2), []byte{4, 5}) {
		t.Error("the view to execute does not show what was written")
	}
	if !m.Contains(a) || m.Contains(0) || m.Used() != align+2 {
		t.Error(m.Used())
	}
	if _, err := m.Put(make([]byte, 1<<16)); err != ErrFull {
		t.Error(err)
	}
}

// No mapping of the process may be writable and executable.
func TestNeverBoth(t *testing.T) {
	block(t, 1<<20)
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Skip(err)
	}
	seen := false
	for _, line := range strings.Split(string(maps), "\n") {
		f := strings.Fields(line)
		if len(f) > 1 && strings.HasPrefix(f[1], "rwx") {
			t.Error(line)
		}
		seen = seen || strings.Contains(line, "memfd:ebb") && strings.HasPrefix(f[1], "r-x")
	}
	if !seen {
		t.Error("no executable view found")
	}
}
