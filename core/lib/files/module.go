package files

import (
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// Flags, PHP's values.
const (
	useIncludePath = 1
	ignoreNewLines = 2
	skipEmpty      = 4
	appendData     = 8
	lockEx         = 2
)

func std(name, mode string) func(x *rt.Exec) zval.Value {
	return func(x *rt.Exec) (v zval.Value) {
		s, _ := openPHP(x, "php://"+name, name, mode)
		v.SetRes(newStream(x, s))
		return v
	}
}

// Module declares the extension's file part.
func Module() *rt.Module {
	return &rt.Module{
		Name:     "standard",
		Startup:  func(x *rt.Exec) { x.SetIncludeOpener(openInclude, existsQuietly) },
		Shutdown: endUserStreams,
		Consts: []rt.ConstDecl{
			{Name: "STDIN", Value: std("stdin", "r")}, {Name: "STDOUT", Value: std("stdout", "w")}, {Name: "STDERR", Value: std("stderr", "w")},
			{Name: "SEEK_SET", Value: 0}, {Name: "SEEK_CUR", Value: 1}, {Name: "SEEK_END", Value: 2},
			{Name: "LOCK_SH", Value: 1}, {Name: "LOCK_EX", Value: lockEx}, {Name: "LOCK_UN", Value: 3}, {Name: "LOCK_NB", Value: 4},
			{Name: "FILE_USE_INCLUDE_PATH", Value: useIncludePath}, {Name: "FILE_IGNORE_NEW_LINES", Value: ignoreNewLines},
			{Name: "FILE_SKIP_EMPTY_LINES", Value: skipEmpty}, {Name: "FILE_APPEND", Value: appendData}, {Name: "FILE_NO_DEFAULT_CONTEXT", Value: 16},
			{Name: "SCANDIR_SORT_ASCENDING", Value: 0}, {Name: "SCANDIR_SORT_DESCENDING", Value: 1}, {Name: "SCANDIR_SORT_NONE", Value: 2},
			{Name: "STREAM_USE_PATH", Value: 1}, {Name: "STREAM_REPORT_ERRORS", Value: reportErrors}, {Name: "STREAM_MUST_SEEK", Value: 16},
			{Name: "STREAM_URL_STAT_LINK", Value: 1}, {Name: "STREAM_URL_STAT_QUIET", Value: urlStatQuiet}, {Name: "STREAM_IS_URL", Value: 1},
			{Name: "STREAM_MKDIR_RECURSIVE", Value: 1}, {Name: "STREAM_OPTION_BLOCKING", Value: 1}, {Name: "STREAM_OPTION_READ_TIMEOUT", Value: 4},
			{Name: "STREAM_OPTION_READ_BUFFER", Value: readBuffer}, {Name: "STREAM_OPTION_WRITE_BUFFER", Value: 3}, {Name: "STREAM_BUFFER_NONE", Value: 0},
			{Name: "STREAM_BUFFER_LINE", Value: 1}, {Name: "STREAM_BUFFER_FULL", Value: 2},
			{Name: "GLOB_MARK", Value: globMark}, {Name: "GLOB_NOSORT", Value: globNoSort}, {Name: "GLOB_ONLYDIR", Value: globOnlyDir}, {Name: "GLOB_NOCHECK", Value: globNoCheck}, {Name: "GLOB_BRACE", Value: globBrace},
		},
		Funcs: []rt.FuncDecl{
			// whole files
			{Sig: "file_get_contents(string $filename, bool $use_include_path = false, $context = null, int $offset = 0, ?int $length = null): string|false", Fn: fnGetContents},
			{Sig: "file_put_contents(string $filename, mixed $data, int $flags = 0, $context = null): int|false", Fn: fnPutContents},
			{Sig: "file(string $filename, int $flags = 0, $context = null): array|false", Fn: fnFile},
			{Sig: "readfile(string $filename, bool $use_include_path = false, $context = null): int|false", Fn: fnReadfile},
			// streams
			{Sig: "fopen(string $filename, string $mode, bool $use_include_path = false, $context = null)", Fn: fnOpen},
			{Sig: "fclose($stream): bool", Fn: fnClose},
			{Sig: "feof($stream): bool", Fn: fnEOF},
			{Sig: "fread($stream, int $length): string|false", Fn: fnRead},
			{Sig: "fgets($stream, ?int $length = null): string|false", Fn: fnGets},
			{Sig: "fgetc($stream): string|false", Fn: fnGetc},
			{Sig: "fwrite($stream, string $data, ?int $length = null): int|false", Fn: fnWrite},
			{Sig: "fputs($stream, string $data, ?int $length = null): int|false", Fn: fnWrite},
			{Sig: "fflush($stream): bool", Fn: fnFlush},
			{Sig: "ftell($stream): int|false", Fn: fnTell},
			{Sig: "fseek($stream, int $offset, int $whence = SEEK_SET): int", Fn: fnSeek},
			{Sig: "rewind($stream): bool", Fn: fnRewind},
			{Sig: "ftruncate($stream, int $size): bool", Fn: fnTruncate},
			{Sig: "fpassthru($stream): int", Fn: fnPassthru},
			{Sig: "flock($stream, int $operation, &$would_block = null): bool", Fn: fnLock},
			{Sig: "fstat($stream): array|false", Fn: fnFstat},
			{Sig: "stream_get_contents($stream, ?int $length = null, int $offset = -1): string|false", Fn: fnStreamContents},
			{Sig: "stream_get_meta_data($stream): array", Fn: fnMeta},
			{Sig: "stream_wrapper_register(string $protocol, string $class, int $flags = 0): bool", Fn: fnWrapperRegister},
			{Sig: "stream_register_wrapper(string $protocol, string $class, int $flags = 0): bool", Fn: fnWrapperRegister},
			{Sig: "stream_wrapper_unregister(string $protocol): bool", Fn: fnWrapperUnregister},
			{Sig: "stream_wrapper_restore(string $protocol): bool", Fn: fnWrapperRestore},
			{Sig: "stream_get_wrappers(): array", Fn: fnGetWrappers},
			{Sig: "stream_isatty($stream): bool", Fn: fnIsatty},
			{Sig: "tmpfile()", Fn: fnTmpfile},
			{Sig: "fputcsv($stream, array $fields, string $separator = \",\", string $enclosure = \"\\\"\", string $escape = \"\\\\\", string $eol = \"\\n\"): int|false", Fn: fnPutCSV},
			{Sig: "fgetcsv($stream, ?int $length = null, string $separator = \",\", string $enclosure = \"\\\"\", string $escape = \"\\\\\"): array|false", Fn: fnGetCSV},
			// the file system
			{Sig: "file_exists(string $filename): bool", Fn: asks(func(fi info) bool { return true })},
			{Sig: "is_file(string $filename): bool", Fn: asks(func(fi info) bool { return fi.Mode().IsRegular() })},
			{Sig: "is_dir(string $filename): bool", Fn: asks(func(fi info) bool { return fi.IsDir() })},
			{Sig: "is_link(string $filename): bool", Fn: fnIsLink},
			{Sig: "is_readable(string $filename): bool", Fn: fnReadable},
			{Sig: "is_writable(string $filename): bool", Fn: fnWritable},
			{Sig: "is_writeable(string $filename): bool", Fn: fnWritable},
			{Sig: "is_executable(string $filename): bool", Fn: asks(func(fi info) bool { return fi.Mode().IsRegular() && fi.Mode()&0o111 != 0 })},
			{Sig: "filesize(string $filename): int|false", Fn: tells("size", func(fi info) int64 { return fi.Size() })},
			{Sig: "filemtime(string $filename): int|false", Fn: tells("Mtime", func(fi info) int64 { return fi.ModTime().Unix() })},
			{Sig: "fileperms(string $filename): int|false", Fn: tells("perms", mode)},
			{Sig: "filetype(string $filename): string|false", Fn: fnFiletype},
			{Sig: "stat(string $filename): array|false", Fn: fnStat},
			{Sig: "lstat(string $filename): array|false", Fn: fnLstat},
			{Sig: "clearstatcache(bool $clear_realpath_cache = false, string $filename = \"\"): void", Fn: func(*rt.Exec, *rt.Args, *zval.Value) {}},
			{Sig: "unlink(string $filename, $context = null): bool", Fn: fnUnlink},
			{Sig: "rename(string $from, string $to, $context = null): bool", Fn: fnRename},
			{Sig: "copy(string $from, string $to, $context = null): bool", Fn: fnCopy},
			{Sig: "mkdir(string $directory, int $permissions = 0777, bool $recursive = false, $context = null): bool", Fn: fnMkdir},
			{Sig: "rmdir(string $directory, $context = null): bool", Fn: fnRmdir},
			{Sig: "touch(string $filename, ?int $mtime = null, ?int $atime = null): bool", Fn: fnTouch},
			{Sig: "chmod(string $filename, int $permissions): bool", Fn: fnChmod},
			{Sig: "scandir(string $directory, int $sorting_order = SCANDIR_SORT_ASCENDING, $context = null): array|false", Fn: fnScandir},
			{Sig: "opendir(string $directory, $context = null)", Fn: fnOpendir},
			{Sig: "readdir($dir_handle = null): string|false", Fn: fnReaddir},
			{Sig: "rewinddir($dir_handle = null): void", Fn: fnRewinddir},
			{Sig: "closedir($dir_handle = null): void", Fn: fnClosedir},
			{Sig: "glob(string $pattern, int $flags = 0): array|false", Fn: fnGlob},
			{Sig: "tempnam(string $directory, string $prefix): string|false", Fn: fnTempnam},
			{Sig: "sys_get_temp_dir(): string", Fn: fnTempDir},
			{Sig: "getcwd(): string|false", Fn: fnGetcwd},
			{Sig: "chdir(string $directory): bool", Fn: fnChdir},
			{Sig: "realpath(string $path): string|false", Fn: fnRealpath},
		},
	}
}
