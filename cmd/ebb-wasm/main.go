//go:build wasip1

package main

import (
	"syscall"

	"github.com/ebb-vm/ebb/wasm/guest"
)

// instance is the module's only state: a module is an instance.
var instance = guest.New(guest.Home{
	Flush: flushRecords, Name: sendName, State: sendState, Poll: func() bool { return poll() != 0 },
	Code: generated, Env: environ, Stdin: stream(0), Stdout: stream(1), Stderr: stream(2),
})

func main() {}

// stream is a standard stream as the embedder's descriptor.
type stream int

func (s stream) Read(p []byte) (int, error) {
	for {
		n, err := syscall.Read(int(s), p)
		if n == 0 && err == nil && len(p) > 0 {
			return 0, eof
		}
		if err != syscall.EAGAIN && err != syscall.EINTR {
			return max(n, 0), err
		}
		wait()
	}
}

func (s stream) Write(p []byte) (int, error) {
	done := 0
	for done < len(p) {
		n, err := syscall.Write(int(s), p[done:])
		done += max(n, 0)
		if err == syscall.EAGAIN || err == syscall.EINTR {
			wait()
			continue
		}
		if err != nil {
			return done, err
		}
	}
	return done, nil
}
