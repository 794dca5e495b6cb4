package rt

import (
	"io"
	"io/fs"
	"time"
)

// Host is all that a program can see of the world outside: files, standard
// streams, clocks, environment, randomness. An embedder supplies its own to
// confine a program; OSHost gives the process's.
type Host interface {
	FS() FS
	Stdin() io.Reader
	Stdout() io.Writer
	Stderr() io.Writer

	Now() time.Time
	Monotonic() int64 // nanoseconds from an arbitrary origin
	Sleep(d time.Duration)

	Env() []string // "KEY=value" as at start; putenv works on a copy in the executor
	Cwd() string   // absolute, at start
	Random(p []byte) error
	PID() int
	Hostname() string
}

// FS is the file system. Names are absolute, with forward slashes; errors are
// those of package io/fs and syscall, wrapped or not.
type FS interface {
	OpenFile(name string, flag int, perm fs.FileMode) (File, error)
	Stat(name string) (fs.FileInfo, error)
	Lstat(name string) (fs.FileInfo, error)
	ReadDir(name string) ([]fs.DirEntry, error)
	Mkdir(name string, perm fs.FileMode) error
	Remove(name string) error // file or empty directory
	Rename(from, to string) error
	Chmod(name string, perm fs.FileMode) error
	Chtimes(name string, atime, mtime time.Time) error
	Symlink(target, name string) error
	Link(old, name string) error
	Readlink(name string) (string, error)
	RealPath(name string) (string, error)
	TempDir() string
}

// File is an open file. Seek may fail on pipes and terminals.
type File interface {
	io.Reader
	io.Writer
	io.Seeker
	io.Closer
	Stat() (fs.FileInfo, error)
	Truncate(size int64) error
	Sync() error
}

// ReadFile reads a whole file through the host.
func (x *Exec) ReadFile(name string) ([]byte, error) {
	f, err := x.Host.FS().OpenFile(name, 0, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if st.IsDir() {
		return nil, &fs.PathError{Op: "read", Path: name, Err: errIsDir}
	}
	n := st.Size()
	if n < 0 || n > 1<<30 {
		n = 0
	}
	buf := make([]byte, 0, n+512)
	for {
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
		k, err := f.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+k]
		if err == io.EOF {
			return buf, nil
		}
		if err != nil {
			return buf, err
		}
	}
}
