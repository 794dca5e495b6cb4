package files

import (
	"io/fs"
	"os"
	"path"
	"sort"
	"strings"
	"time"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

type info = fs.FileInfo

// mode is st_mode: the type and the permissions.
func mode(fi info) int64 {
	m := int64(fi.Mode().Perm())
	switch t := fi.Mode(); {
	case t.IsDir():
		m |= 0o040000
	case t&fs.ModeSymlink != 0:
		m |= 0o120000
	case t&fs.ModeNamedPipe != 0:
		m |= 0o010000
	case t&fs.ModeSocket != 0:
		m |= 0o140000
	case t&fs.ModeCharDevice != 0:
		m |= 0o020000
	case t&fs.ModeDevice != 0:
		m |= 0o060000
	default:
		m |= 0o100000
	}
	if fi.Mode()&fs.ModeSticky != 0 {
		m |= 0o1000
	}
	return m
}

// stat looks a path up; file:// is allowed before it.
func stat(x *rt.Exec, name string) (info, error) {
	if rest, ok := cutScheme(name, "file://"); ok {
		name = rest
	}
	if c := userClass(x, name); c != nil {
		return userStat(x, c, name, 0)
	}
	if name == "" || strings.IndexByte(name, 0) >= 0 {
		return nil, fs.ErrNotExist
	}
	return x.Host.FS().Stat(x.AbsPath(name))
}

func asks(f func(info) bool) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		var fi info
		var err error
		if c := userClass(x, a.View(0)); c != nil {
			fi, err = userStat(x, c, a.View(0), urlStatQuiet)
		} else {
			fi, err = stat(x, a.View(0))
		}
		ret.SetBool(err == nil && f(fi))
	}
}

func tells(what string, f func(info) int64) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		fi, err := stat(x, a.View(0))
		if err != nil {
			a.Warn("stat failed for %s", a.View(0))
			ret.SetBool(false)
			return
		}
		ret.SetLong(f(fi))
	}
}

func fnIsLink(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	fi, err := x.Host.FS().Lstat(x.AbsPath(a.View(0)))
	ret.SetBool(err == nil && fi.Mode()&fs.ModeSymlink != 0)
}

func fnReadable(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	fi, err := stat(x, a.View(0))
	if err != nil || fi.IsDir() {
		ret.SetBool(err == nil)
		return
	}
	f, err := x.Host.FS().OpenFile(x.AbsPath(a.View(0)), os.O_RDONLY, 0)
	if err == nil {
		f.Close()
	}
	ret.SetBool(err == nil)
}

func fnWritable(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	fi, err := stat(x, a.View(0))
	if err != nil || fi.IsDir() {
		ret.SetBool(err == nil && fi.Mode().Perm()&0o222 != 0)
		return
	}
	f, err := x.Host.FS().OpenFile(x.AbsPath(a.View(0)), os.O_WRONLY, 0)
	if err == nil {
		f.Close()
	}
	ret.SetBool(err == nil)
}

func fnFiletype(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	fi, err := x.Host.FS().Lstat(x.AbsPath(a.View(0)))
	if err != nil {
		a.Warn("Lstat failed for %s", a.View(0))
		ret.SetBool(false)
		return
	}
	kinds := map[int64]string{0o040000: "dir", 0o120000: "link", 0o010000: "fifo", 0o140000: "socket", 0o020000: "char", 0o060000: "block", 0o100000: "file"}
	x.Space.SetString(ret, kinds[mode(fi)&0o170000])
}

func fnStat(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	fi, err := stat(x, a.View(0))
	if err != nil {
		a.Warn("stat failed for %s", a.View(0))
		ret.SetBool(false)
		return
	}
	statArray(x, fi, ret)
}

func fnLstat(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	fi, err := x.Host.FS().Lstat(x.AbsPath(a.View(0)))
	if err != nil {
		a.Warn("Lstat failed for %s", a.View(0))
		ret.SetBool(false)
		return
	}
	statArray(x, fi, ret)
}

// done reports the outcome of an operation on the path in argument 0.
func done(x *rt.Exec, a *rt.Args, ret *zval.Value, err error) {
	if err != nil {
		x.Warning("%s(%s): %s", a.Name(), a.View(0), reason(err))
	}
	ret.SetBool(err == nil)
}

func fnUnlink(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if userOp(x, a, ret, "unlink") {
		return
	}
	p := x.AbsPath(a.View(0))
	fi, err := x.Host.FS().Lstat(p)
	if err == nil {
		if fi.IsDir() {
			x.Warning("%s(%s): Is a directory", a.Name(), a.View(0))
			ret.SetBool(false)
			return
		}
		err = x.Host.FS().Remove(p)
	}
	done(x, a, ret, err)
}

func fnRename(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if userClass(x, a.View(0)) != nil && userOp(x, a, ret, "rename", zval.StrValue(a.Str(1).AddRef())) {
		return
	}
	err := x.Host.FS().Rename(x.AbsPath(a.View(0)), x.AbsPath(a.View(1)))
	if err != nil {
		x.Warning("rename(%s,%s): %s", a.View(0), a.View(1), reason(err))
	}
	ret.SetBool(err == nil)
}

func fnCopy(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ret.SetBool(false)
	src, why := open(x, a.View(0), "r")
	if src == nil {
		x.Warning("copy(%s): %s", a.View(0), why)
		return
	}
	defer src.close(x)
	if fi, err := stat(x, a.View(0)); err == nil && fi.IsDir() {
		a.Warn("The first argument to copy() function cannot be a directory")
		return
	}
	dst, why := open(x, a.View(1), "w")
	if dst == nil {
		x.Warning("copy(%s): %s", a.View(1), why)
		return
	}
	defer dst.close(x)
	for {
		p := src.read(65536)
		if len(p) == 0 {
			ret.SetBool(true)
			return
		}
		if _, err := dst.write(p); err != nil {
			return
		}
	}
}

func fnMkdir(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	options := int64(reportErrors)
	if a.Bool(2) {
		options |= 1
	}
	if userOp(x, a, ret, "mkdir", zval.LongValue(a.Int(1)), zval.LongValue(options)) {
		return
	}
	p, perm := x.AbsPath(a.View(0)), fs.FileMode(a.Int(1)&0o7777)
	fsys := x.Host.FS()
	if a.Bool(2) {
		for i := 1; i < len(p); i++ {
			if p[i] == '/' {
				if _, err := fsys.Stat(p[:i]); err != nil {
					if err := fsys.Mkdir(p[:i], perm); err != nil {
						done(x, a, ret, err)
						return
					}
				}
			}
		}
	}
	err := fsys.Mkdir(p, perm)
	if err != nil {
		a.Warn("%s", reason(err))
	}
	ret.SetBool(err == nil)
}

func fnRmdir(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if userOp(x, a, ret, "rmdir", zval.LongValue(reportErrors)) {
		return
	}
	p := x.AbsPath(a.View(0))
	fi, err := x.Host.FS().Lstat(p)
	if err == nil && !fi.IsDir() {
		x.Warning("rmdir(%s): Not a directory", a.View(0))
		ret.SetBool(false)
		return
	}
	if err == nil {
		err = x.Host.FS().Remove(p)
	}
	done(x, a, ret, err)
}

func fnTouch(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ret.SetBool(false)
	p := x.AbsPath(a.View(0))
	mtime := x.Host.Now()
	if a.Has(1) && !a.IsNull(1) {
		mtime = time.Unix(a.Int(1), 0)
	}
	atime := mtime
	if a.Has(2) && !a.IsNull(2) {
		if !a.Has(1) || a.IsNull(1) {
			a.ValueError(1, "cannot be null when argument #3 ($atime) is an integer")
			return
		}
		atime = time.Unix(a.Int(2), 0)
	}
	if _, err := x.Host.FS().Stat(p); err != nil {
		f, err := x.Host.FS().OpenFile(p, os.O_CREATE|os.O_WRONLY, 0o666)
		if err != nil {
			a.Warn("Unable to create file %s because %s", a.View(0), reason(err))
			return
		}
		f.Close()
	}
	if err := x.Host.FS().Chtimes(p, atime, mtime); err != nil {
		a.Warn("Utime failed: %s", reason(err))
		return
	}
	ret.SetBool(true)
}

func fnChmod(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	err := x.Host.FS().Chmod(x.AbsPath(a.View(0)), fs.FileMode(a.Int(1)&0o7777))
	if err != nil {
		a.Warn("%s", reason(err))
	}
	ret.SetBool(err == nil)
}

func fnScandir(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ret.SetBool(false)
	if a.View(0) == "" {
		a.ValueError(0, "must not be empty")
		return
	}
	entries, err := x.Host.FS().ReadDir(x.AbsPath(a.View(0)))
	if err != nil {
		x.Warning("scandir(%s): Failed to open directory: %s", a.View(0), reason(err))
		x.Warning("scandir(): (errno %d): %s", 2, reason(err))
		return
	}
	names := []string{".", ".."}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	sort.Strings(names)
	if a.Int(1) == 1 {
		sort.Sort(sort.Reverse(sort.StringSlice(names)))
	}
	list(x, names, ret)
}

func list(x *rt.Exec, names []string, ret *zval.Value) {
	t := x.Space.NewTable(0)
	ret.SetArr(t)
	for _, n := range names {
		var v zval.Value
		x.Space.SetString(&v, n)
		x.Space.Append(t, &v)
	}
}

// Flags of glob(), those of glibc.
const (
	globMark    = 2
	globNoSort  = 4
	globNoCheck = 16
	globBrace   = 1024
	globOnlyDir = 1 << 30
)

func fnGlob(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	flags := a.Int(1)
	patterns := []string{a.View(0)}
	if flags&globBrace != 0 {
		patterns = braces(patterns[0], 0)
	}
	names := []string{}
	for _, p := range patterns {
		found := globOne(x, p)
		if flags&globNoSort == 0 {
			sort.Strings(found)
		}
		names = append(names, found...)
	}
	out := names[:0]
	for _, n := range names {
		fi, err := stat(x, n)
		dir := err == nil && fi.IsDir()
		if flags&globOnlyDir != 0 && !dir {
			continue
		}
		if flags&globMark != 0 && dir {
			n += "/"
		}
		out = append(out, n)
	}
	if len(out) == 0 && flags&globNoCheck != 0 {
		out = []string{a.View(0)}
	}
	list(x, out, ret)
}

// braces expands {a,b} alternatives.
func braces(p string, depth int) []string {
	open := strings.IndexByte(p, '{')
	if open < 0 || depth > 20 {
		return []string{p}
	}
	level, start := 0, open+1
	var parts []string
	for i := open; i < len(p); i++ {
		switch p[i] {
		case '{':
			level++
		case ',':
			if level == 1 {
				parts = append(parts, p[start:i])
				start = i + 1
			}
		case '}':
			if level--; level == 0 {
				parts = append(parts, p[start:i])
				var out []string
				for _, s := range parts {
					out = append(out, braces(p[:open]+s+p[i+1:], depth+1)...)
				}
				return out
			}
		}
	}
	return []string{p}
}

func globOne(x *rt.Exec, pattern string) []string {
	if !strings.ContainsAny(pattern, "*?[\\") {
		if _, err := stat(x, pattern); err == nil {
			return []string{pattern}
		}
		return nil
	}
	dir, base := path.Split(pattern)
	var out []string
	dirs := []string{dir}
	if strings.ContainsAny(dir, "*?[") {
		dirs = dirs[:0]
		for _, d := range globOne(x, strings.TrimRight(dir, "/")) {
			dirs = append(dirs, d+"/")
		}
	}
	for _, d := range dirs {
		at := d
		if at == "" {
			at = "."
		}
		entries, err := x.Host.FS().ReadDir(x.AbsPath(at))
		if err != nil {
			continue
		}
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), ".") && !strings.HasPrefix(base, ".") {
				continue
			}
			if ok, _ := path.Match(base, e.Name()); ok {
				out = append(out, d+e.Name())
			}
		}
	}
	return out
}

func fnTempnam(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ret.SetBool(false)
	dir := a.View(0)
	if fi, err := stat(x, dir); dir == "" || err != nil || !fi.IsDir() {
		if dir != "" {
			a.Notice("file created in the system's temporary directory")
		}
		dir = x.Host.FS().TempDir()
	}
	prefix := path.Base("/" + a.View(1))
	if prefix == "/" {
		prefix = ""
	}
	name, s := tempFile(x, x.AbsPath(dir), prefix[:min(len(prefix), 63)])
	if s != nil {
		s.close(x)
		x.Space.SetString(ret, name)
	}
}

func fnTempDir(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	d := x.Host.FS().TempDir()
	if len(d) > 1 {
		d = strings.TrimRight(d, "/")
	}
	x.Space.SetString(ret, d)
}

func fnGetcwd(x *rt.Exec, a *rt.Args, ret *zval.Value) { x.Space.SetString(ret, x.Cwd) }

func fnChdir(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	p := x.AbsPath(a.View(0))
	fi, err := x.Host.FS().Stat(p)
	switch {
	case err != nil:
		a.Warn("%s (errno 2)", reason(err))
	case !fi.IsDir():
		a.Warn("Not a directory (errno 20)")
	default:
		x.Cwd = p
		ret.SetBool(true)
		return
	}
	ret.SetBool(false)
}

func fnRealpath(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	p, err := x.Host.FS().RealPath(x.AbsPath(a.View(0)))
	if err != nil {
		ret.SetBool(false)
		return
	}
	x.Space.SetString(ret, p)
}
