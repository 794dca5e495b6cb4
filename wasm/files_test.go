package wasm_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ebb-vm/ebb/wasm"
)

func TestMounts(t *testing.T) {
	ro, rw, secret := t.TempDir(), t.TempDir(), t.TempDir()
	write := func(dir, name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(ro, "lib.php", "<?php function twice($x) { return 2 * $x; }")
	write(ro, "data.txt", "read me")
	write(secret, "key", "hidden")
	if err := os.Symlink(filepath.Join(secret, "key"), filepath.Join(ro, "way-out")); err != nil {
		t.Fatal(err)
	}
	mounts := []wasm.Mount{
		{Guest: "/app/ro", Dir: ro}, {Guest: "/app/rw", Dir: rw, Writable: true},
		{Guest: "/mem", FS: fstest.MapFS{"main.php": {Data: []byte("<?php require '/app/ro/lib.php'; echo twice(21), __DIR__;")}, "sub/x": {Data: []byte("deep")}}},
	}
	res := run(t, wasm.Script{Path: "/mem/main.php", Mounts: mounts})
	if string(res.Stdout) != "42/mem" {
		t.Errorf("%q", res.Stdout)
	}
	for _, c := range []struct{ name, source, want string }{
		{"read", "echo file_get_contents('/app/ro/data.txt');", "read me"},
		{"list the root", "echo implode(',', array_diff(scandir('/'), ['.', '..']));", "app,mem,script.php"},
		{"list a directory of mounts", "echo implode(',', array_diff(scandir('/app'), ['.', '..']));", "ro,rw"},
		{"list a mount", "echo implode(',', array_diff(scandir('/mem'), ['.', '..'])), is_dir('/mem/sub') ? 'd' : '-', filesize('/mem/sub/x');", "main.php,subd4"},
		{"write", "echo file_put_contents('/app/rw/new.txt', 'abc'), file_put_contents('/app/rw/new.txt', 'de', FILE_APPEND), file_get_contents('/app/rw/new.txt');", "32abcde"},
		{"make, rename, remove", "mkdir('/app/rw/d'); touch('/app/rw/d/f'); rename('/app/rw/d/f', '/app/rw/g'); echo is_file('/app/rw/g') ? 'y' : 'n'; unlink('/app/rw/g'); rmdir('/app/rw/d'); echo count(scandir('/app/rw'));", "y3"},
		{"seek and truncate", "$f = fopen('/app/rw/s', 'w+'); fwrite($f, '0123456789'); fseek($f, 3); echo fread($f, 2); ftruncate($f, 4); rewind($f); echo stream_get_contents($f); fclose($f); unlink('/app/rw/s');", "340123"},
		{"no write to read-only", "echo var_export(@file_put_contents('/app/ro/data.txt', 'x'), true), var_export(@unlink('/app/ro/data.txt'), true), var_export(@mkdir('/app/ro/d'), true);", "falsefalsefalse"},
		{"nothing of the host", "echo var_export(file_exists('/etc/passwd'), true), var_export(@file_get_contents('/app/ro/../../etc/passwd'), true);", "falsefalse"},
		{"no link out", "echo var_export(@file_get_contents('/app/ro/way-out'), true);", "false"},
	} {
		res := run(t, wasm.Script{Source: []byte("<?php " + c.source), Mounts: mounts})
		if string(res.Stdout) != c.want {
			t.Errorf("%s: %q, want %q", c.name, res.Stdout, c.want)
		}
	}
	if b, err := os.ReadFile(filepath.Join(rw, "new.txt")); err != nil || string(b) != "abcde" {
		t.Errorf("the host reads %q %v", b, err)
	}
	if b, _ := os.ReadFile(filepath.Join(ro, "data.txt")); string(b) != "read me" {
		t.Errorf("the read-only file is %q", b)
	}
	if b, _ := os.ReadFile(filepath.Join(secret, "key")); string(b) != "hidden" {
		t.Errorf("the file outside is %q", b)
	}
}

func TestMountsAreChecked(t *testing.T) {
	dir := t.TempDir()
	for want, mounts := range map[string][]wasm.Mount{
		"absolute":     {{Guest: "data", Dir: dir}},
		"both Dir":     {{Guest: "/d", Dir: dir, FS: fstest.MapFS{}}},
		"neither":      {{Guest: "/d"}},
		"be writable":  {{Guest: "/d", FS: fstest.MapFS{}, Writable: true}},
		"twice":        {{Guest: "/d", Dir: dir}, {Guest: "/d/", Dir: dir}},
		"no such file": {{Guest: "/d", Dir: filepath.Join(dir, "missing")}},
	} {
		_, err := newRuntime(t).Run(ctx, wasm.Script{Source: []byte("x"), Mounts: mounts})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
