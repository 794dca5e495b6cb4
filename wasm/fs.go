package wasm

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	expsys "github.com/tetratelabs/wazero/experimental/sys"
	"github.com/tetratelabs/wazero/experimental/sysfs"
	"github.com/tetratelabs/wazero/sys"
)

// tree is the one file system an instance sees, mounted at "/": the script's
// mounts, and the directories that lead to them. A mounted directory is opened as
// an os.Root, so no symbolic link, however made, leads out of it.
type tree struct {
	expsys.UnimplementedFS
	mounts []mount // longest guest path first
}

// mount is one mount: a directory of the host, or a file system of the program.
type mount struct {
	at       string // guest path without the leading slash, "" for "/"
	root     *os.Root
	fsys     fs.FS
	writable bool
}

func newTree(mounts []Mount) (*tree, error) {
	t := &tree{}
	for _, m := range mounts {
		if !strings.HasPrefix(m.Guest, "/") {
			t.close()
			return nil, fmt.Errorf("ebb: mount %q: the guest path must be absolute", m.Guest)
		}
		n := mount{at: strings.TrimPrefix(path.Clean(m.Guest), "/"), fsys: m.FS, writable: m.Writable}
		var err error
		switch {
		case m.FS != nil && m.Dir != "":
			err = errors.New("both Dir and FS are set")
		case m.FS != nil && m.Writable:
			err = errors.New("an fs.FS cannot be writable")
		case m.FS == nil && m.Dir == "":
			err = errors.New("neither Dir nor FS is set")
		case m.FS == nil:
			if n.root, err = os.OpenRoot(m.Dir); err == nil {
				n.fsys = n.root.FS()
			}
		}
		if err == nil && slices.ContainsFunc(t.mounts, func(o mount) bool { return o.at == n.at }) {
			err = errors.New("mounted twice")
		}
		if err != nil {
			if n.root != nil {
				n.root.Close()
			}
			t.close()
			return nil, fmt.Errorf("ebb: mount %s: %w", m.Guest, err)
		}
		t.mounts = append(t.mounts, n)
	}
	slices.SortFunc(t.mounts, func(a, b mount) int { return cmp.Compare(len(b.at), len(a.at)) })
	return t, nil
}

func (t *tree) close() {
	for _, m := range t.mounts {
		if m.root != nil {
			m.root.Close()
		}
	}
}

// find returns the mount a path lies in and the path inside it; nil for none.
func (t *tree) find(name string) (m *mount, rest string) {
	name = clean(name)
	for i := range t.mounts {
		m := &t.mounts[i]
		switch {
		case m.at == "":
			return m, name
		case name == m.at:
			return m, "."
		case strings.HasPrefix(name, m.at+"/"):
			return m, name[len(m.at)+1:]
		}
	}
	return nil, name
}

func clean(name string) string {
	name = strings.TrimPrefix(path.Clean("/"+name), "/")
	return cmp.Or(name, ".")
}

// below lists the names that mounts add to a directory.
func (t *tree) below(dir string) []string {
	prefix := ""
	if dir = clean(dir); dir != "." {
		prefix = dir + "/"
	}
	var names []string
	for _, m := range t.mounts {
		if rest, ok := strings.CutPrefix(m.at, prefix); ok && rest != "" {
			first, _, _ := strings.Cut(rest, "/")
			if !slices.Contains(names, first) {
				names = append(names, first)
			}
		}
	}
	return names
}

// virtual reports whether a directory exists only because mounts are below it.
func (t *tree) virtual(name string) bool { return clean(name) == "." || len(t.below(name)) > 0 }

// errno maps an error of package os or io/fs to WASI's.
func errno(err error) expsys.Errno {
	switch {
	case err == nil:
		return 0
	case errors.Is(err, fs.ErrNotExist):
		return expsys.ENOENT
	case errors.Is(err, fs.ErrExist):
		return expsys.EEXIST
	case errors.Is(err, fs.ErrInvalid):
		return expsys.EINVAL
	}
	e := expsys.UnwrapOSError(err)
	if e == expsys.EIO && strings.Contains(err.Error(), "escapes") {
		return expsys.EPERM // what os.Root says of a path that leads out
	}
	return e
}

const writing = expsys.O_WRONLY | expsys.O_RDWR | expsys.O_CREAT | expsys.O_TRUNC | expsys.O_APPEND

func (t *tree) OpenFile(name string, flag expsys.Oflag, perm fs.FileMode) (expsys.File, expsys.Errno) {
	o := &opener{tree: t, flag: flag, perm: perm}
	f, e := (&sysfs.AdaptFS{FS: o}).OpenFile(clean(name), flag, perm)
	if e == 0 && strings.HasSuffix(name, "/") {
		if dir, _ := f.IsDir(); !dir {
			f.Close()
			return nil, expsys.ENOTDIR
		}
	}
	if e != 0 {
		return nil, cmp.Or(o.err, e)
	}
	return &file{File: f, tree: t, name: name, f: o.f, append: flag&expsys.O_APPEND != 0}, 0
}

// open opens a file of a mount, or a directory of the tree.
func (t *tree) open(name string, flag expsys.Oflag, perm fs.FileMode) (fs.File, expsys.Errno) {
	m, rest := t.find(name)
	if m == nil {
		switch {
		case !t.virtual(name) && flag&expsys.O_CREAT != 0:
			return nil, expsys.EROFS
		case !t.virtual(name):
			return nil, expsys.ENOENT
		}
		return t.directory(name, nil, rest, virtualDir(name), flag)
	}
	st, err := m.stat(rest)
	switch {
	case err == nil && st.IsDir():
		return t.directory(name, m, rest, st, flag)
	case err != nil && len(t.below(name)) > 0:
		return t.directory(name, nil, rest, virtualDir(name), flag)
	case flag&expsys.O_DIRECTORY != 0 && err == nil:
		return nil, expsys.ENOTDIR
	case flag&writing != 0 && !m.writable && (err == nil || flag&expsys.O_CREAT != 0):
		return nil, expsys.EROFS
	}
	var f fs.File
	if m.root != nil {
		f, err = m.root.OpenFile(rest, osFlags(flag), perm.Perm())
	} else {
		f, err = m.fsys.Open(rest)
	}
	if err != nil {
		return nil, errno(err)
	}
	return f, 0
}

// directory opens a directory; m is nil when only mounts are in it.
func (t *tree) directory(name string, m *mount, rest string, info fs.FileInfo, flag expsys.Oflag) (fs.File, expsys.Errno) {
	if flag&writing != 0 {
		return nil, expsys.EISDIR
	}
	return &directory{info: info, list: func() (list []fs.DirEntry, err error) {
		have := map[string]bool{}
		if m != nil {
			if list, err = fs.ReadDir(m.fsys, rest); err != nil {
				return nil, err
			}
			for _, e := range list {
				have[e.Name()] = true
			}
		}
		for _, n := range t.below(name) {
			if !have[n] {
				list = append(list, virtualDir(n))
			}
		}
		return list, nil
	}}, 0
}

func osFlags(f expsys.Oflag) int {
	flags := os.O_RDONLY
	switch {
	case f&expsys.O_RDWR != 0:
		flags = os.O_RDWR
	case f&expsys.O_WRONLY != 0:
		flags = os.O_WRONLY
	}
	for _, m := range [...]struct {
		from expsys.Oflag
		to   int
	}{{expsys.O_APPEND, os.O_APPEND}, {expsys.O_CREAT, os.O_CREATE}, {expsys.O_EXCL, os.O_EXCL}, {expsys.O_SYNC, os.O_SYNC}, {expsys.O_TRUNC, os.O_TRUNC}} {
		if f&m.from != 0 {
			flags |= m.to
		}
	}
	return flags
}

func (m *mount) stat(rest string) (fs.FileInfo, error) {
	if m.root != nil {
		return m.root.Stat(rest)
	}
	return fs.Stat(m.fsys, rest)
}

func (t *tree) Stat(name string) (sys.Stat_t, expsys.Errno) { return t.statWith(name, (*mount).stat) }

func (t *tree) Lstat(name string) (sys.Stat_t, expsys.Errno) {
	return t.statWith(name, func(m *mount, rest string) (fs.FileInfo, error) {
		if m.root != nil {
			return m.root.Lstat(rest)
		}
		return fs.Lstat(m.fsys, rest)
	})
}

func (t *tree) statWith(name string, stat func(*mount, string) (fs.FileInfo, error)) (sys.Stat_t, expsys.Errno) {
	m, rest := t.find(name)
	e := expsys.ENOENT
	if m != nil {
		st, err := stat(m, rest)
		if err == nil {
			if strings.HasSuffix(name, "/") && !st.IsDir() && st.Mode()&fs.ModeSymlink == 0 {
				return sys.Stat_t{}, expsys.ENOTDIR
			}
			return sys.NewStat_t(st), 0
		}
		e = errno(err)
	}
	if e == expsys.ENOENT && t.virtual(name) {
		return sys.NewStat_t(virtualDir(clean(name))), 0
	}
	return sys.Stat_t{}, e
}

func (t *tree) Readlink(name string) (string, expsys.Errno) {
	m, rest := t.find(name)
	if m == nil {
		return "", expsys.ENOENT
	}
	s, err := fs.ReadLink(m.fsys, rest)
	return s, errno(err)
}

// change runs do on the mount of a path if that may be changed.
func (t *tree) change(name string, do func(r *os.Root, rest string) error) expsys.Errno {
	m, rest := t.find(name)
	if m == nil || !m.writable || m.root == nil {
		return expsys.EROFS
	}
	return errno(do(m.root, rest))
}

func (t *tree) Mkdir(name string, perm fs.FileMode) expsys.Errno {
	if t.virtual(name) {
		return expsys.EEXIST
	}
	return t.change(name, func(r *os.Root, p string) error { return r.Mkdir(p, perm.Perm()) })
}

func (t *tree) Chmod(name string, perm fs.FileMode) expsys.Errno {
	return t.change(name, func(r *os.Root, p string) error { return r.Chmod(p, perm.Perm()) })
}

func (t *tree) Rmdir(name string) expsys.Errno {
	st, e := t.Lstat(name)
	switch {
	case e != 0:
		return e
	case !st.Mode.IsDir():
		return expsys.ENOTDIR
	}
	return t.change(name, (*os.Root).Remove)
}

func (t *tree) Unlink(name string) expsys.Errno {
	st, e := t.Lstat(name)
	switch {
	case e != 0:
		return e
	case st.Mode.IsDir():
		return expsys.EISDIR
	}
	return t.change(name, (*os.Root).Remove)
}

func (t *tree) Rename(from, to string) expsys.Errno {
	m, _ := t.find(from)
	n, dest := t.find(to)
	if n == nil || m != n {
		return expsys.ENOTSUP
	}
	return t.change(from, func(r *os.Root, p string) error { return r.Rename(p, dest) })
}

func (t *tree) Link(from, to string) expsys.Errno {
	m, _ := t.find(from)
	n, dest := t.find(to)
	if n == nil || m != n {
		return expsys.ENOTSUP
	}
	return t.change(from, func(r *os.Root, p string) error { return r.Link(p, dest) })
}

func (t *tree) Symlink(target, name string) expsys.Errno {
	return t.change(name, func(r *os.Root, p string) error { return r.Symlink(target, p) })
}

func (t *tree) Utimens(name string, atim, mtim int64) expsys.Errno {
	if atim == expsys.UTIME_OMIT && mtim == expsys.UTIME_OMIT {
		return 0
	}
	st, e := t.Stat(name)
	if e != 0 {
		return e
	}
	if atim == expsys.UTIME_OMIT {
		atim = st.Atim
	}
	if mtim == expsys.UTIME_OMIT {
		mtim = st.Mtim
	}
	return t.change(name, func(r *os.Root, p string) error { return r.Chtimes(p, time.Unix(0, atim), time.Unix(0, mtim)) })
}
