package bake

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/andybalholm/brotli"
)

// nothing is a file system with an empty root.
type nothing struct{}

func (nothing) Open(name string) (fs.File, error) {
	if name == "." {
		return emptyDir{}, nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

type emptyDir struct{}

func (emptyDir) Stat() (fs.FileInfo, error)           { return emptyDir{}, nil }
func (emptyDir) Read([]byte) (int, error)             { return 0, fs.ErrInvalid }
func (emptyDir) Close() error                         { return nil }
func (emptyDir) ReadDir(n int) ([]fs.DirEntry, error) { return nil, nil }
func (emptyDir) Name() string                         { return "." }
func (emptyDir) Size() int64                          { return 0 }
func (emptyDir) Mode() fs.FileMode                    { return fs.ModeDir | 0o555 }
func (emptyDir) ModTime() time.Time                   { return time.Unix(0, 0) }
func (emptyDir) IsDir() bool                          { return true }
func (emptyDir) Sys() any                             { return nil }

// Compile builds cmd/ebb-wasm of the repository at root with the go command and
// returns the module, not baked.
func Compile(ctx context.Context, root string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "ebb-wasm-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "core.wasm")
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags=-s -w", "-buildmode=c-shared", "-o", out, "./cmd/ebb-wasm")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	if said, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("compiling the core: %w\n%s", err, said)
	}
	return os.ReadFile(out)
}

// Compress is brotli at a quality from 0 to 11.
func Compress(b []byte, quality int) []byte {
	var buf bytes.Buffer
	w := brotli.NewWriterOptions(&buf, brotli.WriterOptions{Quality: quality, LGWin: 24})
	w.Write(b)
	w.Close()
	return buf.Bytes()
}
