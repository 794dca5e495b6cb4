package wasm_test

import (
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/ebb-vm/ebb/wasm"
)

// TestWritesOutsideMounts: what a script writes outside every mount stays in its
// own instance's memory. The host, the mounts and later runs do not see it, and
// an fs.FS takes no writes.
func TestWritesOutsideMounts(t *testing.T) {
	const name = "/ebb-outside-every-mount.txt"
	rw := t.TempDir()
	mounts := []wasm.Mount{
		{Guest: "/app/rw", Dir: rw, Writable: true},
		{Guest: "/mem", FS: fstest.MapFS{"a": {Data: []byte("a")}}},
	}
	res := run(t, wasm.Script{Mounts: mounts, Source: []byte(
		`<?php @file_put_contents('` + name + `', 'x'); var_export(@file_put_contents('/mem/x.txt', 'x'));`)})
	if string(res.Stdout) != "false" {
		t.Errorf("writing into an fs.FS gave %q", res.Stdout)
	}
	if _, err := os.Lstat(name); !os.IsNotExist(err) {
		t.Errorf("the host has the file: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(rw, "*")); len(left) != 0 {
		t.Errorf("the mount has %v", left)
	}
	res = run(t, wasm.Script{Mounts: mounts, Source: []byte(`<?php var_export(file_exists('` + name + `'));`)})
	if string(res.Stdout) != "false" {
		t.Errorf("the next run sees the file: %q", res.Stdout)
	}
}
