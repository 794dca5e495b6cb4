//go:build !wasip1

package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"

	"github.com/ebb-vm/ebb/wasm/bake"
)

func main() {
	root := flag.String("root", ".", "the repository's `directory`")
	out := flag.String("o", "", "compressed `file` to write (default wasm/core.wasm.br)")
	raw := flag.String("raw", "", "`file` for the module as it is before compression")
	quality := flag.Int("quality", 11, "brotli's `quality`, 0 to 11")
	plain := flag.Bool("nobake", false, "leave initialisation to the embedder")
	flag.Parse()
	if *out == "" {
		*out = filepath.Join(*root, "wasm", "core.wasm.br")
	}
	if err := build(*root, *out, *raw, *quality, *plain); err != nil {
		fmt.Fprintln(os.Stderr, "ebb-wasm:", err)
		os.Exit(1)
	}
}

func build(root, out, raw string, quality int, plain bool) error {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	module, err := bake.Compile(ctx, root)
	if err != nil {
		return err
	}
	if !plain {
		baked, info, err := bake.Bake(ctx, module)
		if err != nil {
			return err
		}
		fmt.Printf("%9d  as compiled, %d data segments\n%9d  baked, %d data segments\n",
			info.BytesBefore, info.SegmentsBefore, info.BytesAfter, info.SegmentsAfter)
		module = baked
	}
	if raw != "" {
		if err := os.WriteFile(raw, module, 0o644); err != nil {
			return err
		}
	}
	packed := bake.Compress(module, quality)
	fmt.Printf("%9d  %s\n", len(packed), out)
	return os.WriteFile(out, packed, 0o644)
}
