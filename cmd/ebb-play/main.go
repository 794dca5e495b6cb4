package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"time"

	"github.com/ebb-vm/ebb/playground/build"
	"github.com/ebb-vm/ebb/playground/serve"
)

func main() {
	addr := flag.String("addr", "localhost:8080", "`host:port` to serve on; port 0 takes a free one")
	root := flag.String("root", ".", "the repository's `directory`")
	out := flag.String("out", "", "`directory` for the built files (default playground/dist)")
	core := flag.String("core", "", "a core already built, as a WebAssembly `file`")
	dev := flag.Bool("dev", false, "readable bundles with source maps")
	only := flag.Bool("build", false, "write the files and do not serve them")
	flag.Parse()
	if err := run(*addr, *root, *out, *core, *dev, *only); err != nil {
		fmt.Fprintln(os.Stderr, "ebb-play:", err)
		os.Exit(1)
	}
}

func run(addr, root, out, core string, dev, only bool) error {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	src := filepath.Join(root, "playground")
	if out == "" {
		out = filepath.Join(src, "dist")
	}
	if core == "" {
		dir, err := os.MkdirTemp("", "ebb-core-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		core = filepath.Join(dir, "ebb.wasm")
		if err := buildCore(ctx, root, core); err != nil {
			return err
		}
	}
	if _, err := os.Stat(filepath.Join(src, "node_modules")); errors.Is(err, os.ErrNotExist) {
		if err := command(ctx, src, nil, "npm", "ci", "--omit=dev"); err != nil {
			return fmt.Errorf("installing the page's packages: %w", err)
		}
	}
	res, err := build.Build(build.Options{Source: src, Out: out, Core: core, Dev: dev})
	if err != nil {
		return err
	}
	for _, f := range res.Files {
		fmt.Printf("%9d  %s\n", f.Bytes, f.Name)
	}
	if only {
		return nil
	}
	h, err := serve.Handler(os.DirFS(out))
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	fmt.Printf("http://%s/\n", l.Addr())
	srv := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		<-ctx.Done()
		stop, done := context.WithTimeout(context.Background(), time.Second)
		defer done()
		srv.Shutdown(stop)
	}()
	if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// buildCore compiles the engine for the browser as a reactor: a module that is
// initialised once and then called.
func buildCore(ctx context.Context, root, out string) error {
	abs, err := filepath.Abs(out)
	if err != nil {
		return err
	}
	err = command(ctx, root, []string{"GOOS=wasip1", "GOARCH=wasm"},
		"go", "build", "-trimpath", "-ldflags=-s -w", "-buildmode=c-shared", "-o", abs, "./cmd/ebb-wasm")
	if err != nil {
		return fmt.Errorf("compiling the core: %w", err)
	}
	return nil
}

func command(ctx context.Context, dir string, env []string, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	return cmd.Run()
}
