package guest

import (
	"cmp"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/ebb-vm/ebb/core/rt"
)

// overlay lays the request's files over a file system. They can be read,
// changed, renamed and removed like any others, and are gone after the run. All
// other names go through to the file system below. A directory exists when a
// file of the overlay is in it.
type overlay struct {
	rt.FS
	files map[string]*memFile
}

// memFile is a file of the overlay.
type memFile struct {
	data []byte
	mode fs.FileMode
	when time.Time
}

func newOverlay(below rt.FS, files map[string]string, now time.Time) *overlay {
	o := &overlay{FS: below, files: make(map[string]*memFile, len(files))}
	for name, text := range files {
		o.files[name] = &memFile{data: []byte(text), mode: 0o644, when: now}
	}
	return o
}

// inside reports whether a name is a directory of the overlay.
func (o *overlay) inside(dir string) bool {
	if len(o.files) == 0 {
		return false
	}
	prefix := strings.TrimSuffix(dir, "/") + "/"
	for name := range o.files {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

func fail(op, name string, err syscall.Errno) error {
	return &fs.PathError{Op: op, Path: name, Err: err}
}

func (o *overlay) OpenFile(name string, flag int, perm fs.FileMode) (rt.File, error) {
	name = strings.Clone(path.Clean(name)) // it may be the program's own bytes, which go
	f := o.files[name]
	if f == nil {
		if o.inside(name) {
			if flag&(os.O_WRONLY|os.O_RDWR) != 0 {
				return nil, fail("open", name, syscall.EISDIR)
			}
			return &memOpen{o: o, name: name, dir: true}, nil
		}
		if g, err := o.FS.OpenFile(name, flag, perm); err == nil || flag&os.O_CREATE == 0 || !o.inside(path.Dir(name)) {
			return g, err
		}
		f = &memFile{mode: perm.Perm(), when: time.Now()}
		o.files[name] = f
	} else if flag&(os.O_CREATE|os.O_EXCL) == os.O_CREATE|os.O_EXCL {
		return nil, fail("open", name, syscall.EEXIST)
	}
	if flag&os.O_TRUNC != 0 {
		f.data = f.data[:0]
	}
	return &memOpen{o: o, name: name, f: f, flag: flag}, nil
}

func (o *overlay) Stat(name string) (fs.FileInfo, error) {
	name = path.Clean(name)
	if f := o.files[name]; f != nil {
		return f.info(name), nil
	}
	st, err := o.FS.Stat(name)
	if err != nil && o.inside(name) {
		return memInfo{path.Base(name), 0, fs.ModeDir | 0o755, time.Time{}}, nil
	}
	return st, err
}

func (o *overlay) Lstat(name string) (fs.FileInfo, error) {
	name = path.Clean(name)
	if o.files[name] != nil {
		return o.Stat(name)
	}
	st, err := o.FS.Lstat(name)
	if err != nil && o.inside(name) {
		return o.Stat(name)
	}
	return st, err
}

func (o *overlay) ReadDir(name string) ([]fs.DirEntry, error) {
	name = path.Clean(name)
	list, err := o.FS.ReadDir(name)
	if !o.inside(name) {
		return list, err
	}
	have := map[string]bool{}
	for _, e := range list {
		have[e.Name()] = true
	}
	prefix := strings.TrimSuffix(name, "/") + "/"
	for full, f := range o.files {
		rest, ok := strings.CutPrefix(full, prefix)
		if !ok {
			continue
		}
		first, _, deeper := strings.Cut(rest, "/")
		if have[first] {
			continue
		}
		have[first] = true
		if deeper {
			list = append(list, memInfo{first, 0, fs.ModeDir | 0o755, f.when})
		} else {
			list = append(list, f.info(full))
		}
	}
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return list, nil
}

func (o *overlay) Mkdir(name string, perm fs.FileMode) error {
	name = path.Clean(name)
	if o.files[name] != nil || o.inside(name) {
		return fail("mkdir", name, syscall.EEXIST)
	}
	return o.FS.Mkdir(name, perm)
}

func (o *overlay) Remove(name string) error {
	name = path.Clean(name)
	switch {
	case o.files[name] != nil:
		delete(o.files, name)
		return nil
	case o.inside(name):
		return fail("remove", name, syscall.ENOTEMPTY)
	}
	return o.FS.Remove(name)
}

func (o *overlay) Rename(from, to string) error {
	from, to = path.Clean(from), path.Clean(to)
	f := o.files[from]
	switch {
	case f == nil && o.inside(from):
		return fail("rename", from, syscall.EXDEV)
	case f == nil && o.files[to] != nil:
		if err := o.FS.Rename(from, to); err != nil {
			return err
		}
		delete(o.files, to)
		return nil
	case f == nil:
		return o.FS.Rename(from, to)
	case o.inside(to):
		return fail("rename", to, syscall.EISDIR)
	}
	delete(o.files, from)
	o.files[strings.Clone(to)] = f
	return nil
}

func (o *overlay) Chmod(name string, perm fs.FileMode) error {
	if f := o.files[path.Clean(name)]; f != nil {
		f.mode = perm.Perm()
		return nil
	}
	return o.FS.Chmod(name, perm)
}

func (o *overlay) Chtimes(name string, atime, mtime time.Time) error {
	if f := o.files[path.Clean(name)]; f != nil {
		f.when = mtime
		return nil
	}
	return o.FS.Chtimes(name, atime, mtime)
}

func (o *overlay) Link(old, name string) error {
	if o.files[path.Clean(old)] != nil {
		return fail("link", old, syscall.ENOTSUP)
	}
	return o.FS.Link(old, name)
}

func (o *overlay) Readlink(name string) (string, error) {
	if o.files[path.Clean(name)] != nil {
		return "", fail("readlink", name, syscall.EINVAL)
	}
	return o.FS.Readlink(name)
}

func (o *overlay) RealPath(name string) (string, error) {
	name = path.Clean(name)
	if o.files[name] != nil || o.inside(name) {
		return name, nil
	}
	return o.FS.RealPath(name)
}

// memOpen is an open file or directory of the overlay.
type memOpen struct {
	o    *overlay
	name string
	f    *memFile
	flag int
	dir  bool
	at   int64
}

func (h *memOpen) Read(p []byte) (int, error) {
	switch {
	case h.dir:
		return 0, fail("read", h.name, syscall.EISDIR)
	case h.flag&os.O_WRONLY != 0:
		return 0, fail("read", h.name, syscall.EBADF)
	case h.at >= int64(len(h.f.data)):
		return 0, io.EOF
	}
	n := copy(p, h.f.data[h.at:])
	h.at += int64(n)
	return n, nil
}

func (h *memOpen) Write(p []byte) (int, error) {
	if h.dir || h.flag&(os.O_WRONLY|os.O_RDWR) == 0 {
		return 0, fail("write", h.name, syscall.EBADF)
	}
	if h.flag&os.O_APPEND != 0 {
		h.at = int64(len(h.f.data))
	}
	end := h.at + int64(len(p))
	if end > int64(len(h.f.data)) {
		h.f.resize(end)
	}
	copy(h.f.data[h.at:end], p)
	h.at = end
	h.f.when = time.Now()
	return len(p), nil
}

func (h *memOpen) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += h.at
	case io.SeekEnd:
		if h.f != nil {
			offset += int64(len(h.f.data))
		}
	}
	if offset < 0 {
		return 0, fail("seek", h.name, syscall.EINVAL)
	}
	h.at = offset
	return offset, nil
}

func (h *memOpen) Stat() (fs.FileInfo, error) {
	if h.dir {
		return h.o.Stat(h.name)
	}
	return h.f.info(h.name), nil
}

func (h *memOpen) Truncate(size int64) error {
	if h.dir || size < 0 {
		return fail("truncate", h.name, syscall.EINVAL)
	}
	h.f.resize(size)
	return nil
}

func (h *memOpen) Sync() error  { return nil }
func (h *memOpen) Close() error { return nil }

// resize cuts the file or fills it up with zeros.
func (f *memFile) resize(n int64) {
	if have := int64(len(f.data)); n > have {
		f.data = append(f.data, make([]byte, n-have)...)
	}
	f.data = f.data[:n]
}

func (f *memFile) info(name string) memInfo {
	return memInfo{path.Base(name), int64(len(f.data)), f.mode, f.when}
}

// memInfo describes a file or directory of the overlay, both ways io/fs has.
type memInfo struct {
	name string
	size int64
	mode fs.FileMode
	when time.Time
}

func (i memInfo) Name() string               { return i.name }
func (i memInfo) Size() int64                { return i.size }
func (i memInfo) Mode() fs.FileMode          { return i.mode }
func (i memInfo) ModTime() time.Time         { return i.when }
func (i memInfo) IsDir() bool                { return i.mode.IsDir() }
func (i memInfo) Sys() any                   { return nil }
func (i memInfo) Type() fs.FileMode          { return i.mode.Type() }
func (i memInfo) Info() (fs.FileInfo, error) { return i, nil }
