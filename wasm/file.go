package wasm

import (
	"io"
	"io/fs"
	"os"
	"path"
	"time"

	expsys "github.com/tetratelabs/wazero/experimental/sys"
)

// file is an open file or directory of a tree: wazero's own view of an fs.File,
// and what that view leaves out.
type file struct {
	expsys.File
	tree   *tree
	name   string
	f      fs.File
	append bool
}

func (f *file) IsAppend() bool { return f.append }

func (f *file) Truncate(size int64) expsys.Errno {
	if t, ok := f.f.(interface{ Truncate(int64) error }); ok {
		return errno(t.Truncate(size))
	}
	return expsys.ENOSYS
}

func (f *file) Sync() expsys.Errno {
	if s, ok := f.f.(interface{ Sync() error }); ok {
		return errno(s.Sync())
	}
	return 0
}

func (f *file) Datasync() expsys.Errno { return f.Sync() }

func (f *file) Utimens(atim, mtim int64) expsys.Errno {
	return f.tree.Utimens(f.name, atim, mtim)
}

// opener is the fs.FS through which wazero opens one file, and opens it again
// when a directory is rewound. It keeps what fs.FS has no room for.
type opener struct {
	tree *tree
	flag expsys.Oflag
	perm fs.FileMode
	f    fs.File
	err  expsys.Errno
}

func (o *opener) Open(name string) (fs.File, error) {
	o.f, o.err = o.tree.open(name, o.flag, o.perm)
	if o.err != 0 {
		return nil, o.err
	}
	return o.f, nil
}

// directory is an open directory, listed as a whole when it is first read.
type directory struct {
	info    fs.FileInfo
	list    func() ([]fs.DirEntry, error)
	entries []fs.DirEntry
	at      int
	read    bool
}

func (d *directory) Stat() (fs.FileInfo, error) { return d.info, nil }
func (d *directory) Close() error               { return nil }
func (d *directory) Read([]byte) (int, error)   { return 0, expsys.EISDIR }

// ReadDir returns the next n entries, all that are left if n is not positive.
func (d *directory) ReadDir(n int) ([]fs.DirEntry, error) {
	if !d.read {
		d.read = true
		var err error
		if d.entries, err = d.list(); err != nil {
			return nil, err
		}
	}
	rest := d.entries[d.at:]
	if n > 0 {
		if len(rest) == 0 {
			return nil, io.EOF
		}
		rest = rest[:min(n, len(rest))]
	}
	d.at += len(rest)
	return rest, nil
}

// virtualDir describes a directory that is there because mounts are below it.
type virtualDir string

func (d virtualDir) Name() string               { return path.Base(string(d)) }
func (d virtualDir) Size() int64                { return 0 }
func (d virtualDir) Mode() fs.FileMode          { return fs.ModeDir | 0o555 }
func (d virtualDir) ModTime() time.Time         { return time.Unix(0, 0) }
func (d virtualDir) IsDir() bool                { return true }
func (d virtualDir) Sys() any                   { return nil }
func (d virtualDir) Type() fs.FileMode          { return fs.ModeDir }
func (d virtualDir) Info() (fs.FileInfo, error) { return d, nil }

// answer is what a read of standard input gave.
type answer struct {
	n   int
	err error
}

// input reads a script's standard input so that a read which waits for somebody
// ends when the script is to be stopped.
type input struct {
	r      io.Reader
	stop   <-chan struct{}
	answer chan answer
	buf    []byte
	left   []byte
	busy   bool
}

func (i *input) Read(p []byte) (int, error) {
	if len(i.left) > 0 {
		n := copy(p, i.left)
		i.left = i.left[n:]
		return n, nil
	}
	if !i.busy {
		i.busy = true
		i.buf = make([]byte, max(len(p), 512))
		if i.answer == nil {
			i.answer = make(chan answer, 1)
		}
		go func(b []byte) {
			n, err := i.r.Read(b)
			i.answer <- answer{n, err}
		}(i.buf[:len(p)])
	}
	select {
	case a := <-i.answer:
		i.busy = false
		n := copy(p, i.buf[:a.n])
		i.left = i.buf[n:a.n]
		return n, a.err
	case <-i.stop:
		return 0, os.ErrDeadlineExceeded
	}
}

// nanosleep sleeps, or wakes when the script is to be stopped.
func nanosleep(stop <-chan struct{}) func(ns int64) {
	return func(ns int64) {
		t := time.NewTimer(time.Duration(ns))
		defer t.Stop()
		select {
		case <-t.C:
		case <-stop:
		}
	}
}
