package guest

import (
	"io/fs"
	"time"

	"github.com/ebb-vm/ebb/core/rt"
)

// noFiles is a file system without any.
type noFiles struct{}

func none(op, name string) error { return &fs.PathError{Op: op, Path: name, Err: fs.ErrNotExist} }

func (noFiles) OpenFile(name string, _ int, _ fs.FileMode) (rt.File, error) {
	return nil, none("open", name)
}
func (noFiles) Stat(name string) (fs.FileInfo, error)      { return nil, none("stat", name) }
func (noFiles) Lstat(name string) (fs.FileInfo, error)     { return nil, none("lstat", name) }
func (noFiles) ReadDir(name string) ([]fs.DirEntry, error) { return nil, none("readdir", name) }
func (noFiles) Mkdir(name string, _ fs.FileMode) error     { return none("mkdir", name) }
func (noFiles) Remove(name string) error                   { return none("remove", name) }
func (noFiles) Rename(from, _ string) error                { return none("rename", from) }
func (noFiles) Chmod(name string, _ fs.FileMode) error     { return none("chmod", name) }
func (noFiles) Chtimes(name string, _, _ time.Time) error  { return none("chtimes", name) }
func (noFiles) Symlink(_, name string) error               { return none("symlink", name) }
func (noFiles) Link(old, _ string) error                   { return none("link", old) }
func (noFiles) Readlink(name string) (string, error)       { return "", none("readlink", name) }
func (noFiles) RealPath(name string) (string, error)       { return "", none("realpath", name) }
func (noFiles) TempDir() string                            { return "/tmp" }
