package rt

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

var errIsDir error = syscall.EISDIR

// OSHost is the process's own world. Nil streams mean the process's.
type OSHost struct {
	In       io.Reader
	Out, Err io.Writer
	// Root, when set, confines files: names are taken below it.
	origin time.Time
}

// NewOSHost returns a host that passes everything through to the process.
func NewOSHost() *OSHost {
	return &OSHost{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, origin: time.Now()}
}

func (h *OSHost) FS() FS                { return osFS{} }
func (h *OSHost) Stdin() io.Reader      { return h.In }
func (h *OSHost) Stdout() io.Writer     { return h.Out }
func (h *OSHost) Stderr() io.Writer     { return h.Err }
func (h *OSHost) Now() time.Time        { return time.Now() }
func (h *OSHost) Monotonic() int64      { return int64(time.Since(h.origin)) }
func (h *OSHost) Sleep(d time.Duration) { time.Sleep(d) }
func (h *OSHost) Env() []string         { return os.Environ() }
func (h *OSHost) PID() int              { return os.Getpid() }

func (h *OSHost) Cwd() string {
	d, err := os.Getwd()
	if err != nil {
		return "/"
	}
	return d
}

func (h *OSHost) Random(p []byte) error {
	return systemRandom(p)
}

func (h *OSHost) Hostname() string {
	s, err := os.Hostname()
	if err != nil {
		return "localhost"
	}
	return s
}

// osFS is the operating system's file system.
type osFS struct{}

func (osFS) OpenFile(name string, flag int, perm fs.FileMode) (File, error) {
	f, err := os.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err
	}
	return f, nil
}
func (osFS) Stat(name string) (fs.FileInfo, error)      { return os.Stat(name) }
func (osFS) Lstat(name string) (fs.FileInfo, error)     { return os.Lstat(name) }
func (osFS) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(name) }
func (osFS) Mkdir(name string, perm fs.FileMode) error  { return os.Mkdir(name, perm) }
func (osFS) Remove(name string) error                   { return os.Remove(name) }
func (osFS) Rename(from, to string) error               { return os.Rename(from, to) }
func (osFS) Chmod(name string, perm fs.FileMode) error  { return os.Chmod(name, perm) }
func (osFS) Chtimes(name string, a, m time.Time) error  { return os.Chtimes(name, a, m) }
func (osFS) Symlink(target, name string) error          { return os.Symlink(target, name) }
func (osFS) Link(old, name string) error                { return os.Link(old, name) }
func (osFS) Readlink(name string) (string, error)       { return os.Readlink(name) }
func (osFS) RealPath(name string) (string, error)       { return filepath.EvalSymlinks(name) }
func (osFS) TempDir() string                            { return os.TempDir() }
