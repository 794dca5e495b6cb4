package wasm_test

import (
	"context"
	"fmt"
	"log"
	"testing/fstest"

	"github.com/ebb-vm/ebb/wasm"
)

func Example() {
	ctx := context.Background()
	rt, err := wasm.NewRuntime(ctx, wasm.Config{CacheDir: cacheDir})
	if err != nil {
		log.Fatal(err)
	}
	defer rt.Close(ctx)

	res, err := rt.Run(ctx, wasm.Script{
		Source: []byte(`<?php require "/lib/greet.php"; greet($argv[1]); exit(3);`),
		Args:   []string{"world"},
		Mounts: []wasm.Mount{{Guest: "/lib", FS: fstest.MapFS{
			"greet.php": {Data: []byte(`<?php function greet($who) { echo "hello $who\n"; }`)},
		}}},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(string(res.Stdout))
	fmt.Println("exit status", res.ExitStatus)
	// Output:
	// hello world
	// exit status 3
}

func ExampleScript_trace() {
	ctx := context.Background()
	rt, err := wasm.NewRuntime(ctx, wasm.Config{CacheDir: cacheDir})
	if err != nil {
		log.Fatal(err)
	}
	defer rt.Close(ctx)

	pages := 0
	res, err := rt.Run(ctx, wasm.Script{
		Source: []byte(`<?php function a($n) { if ($n > 0) a($n - 1); } a(9000);`),
		Trace:  true,
		Events: func(batch []wasm.Event) {
			for _, e := range batch {
				if e.Kind == wasm.PageTake {
					pages++
				}
			}
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(pages, "pages taken,", res.Pages.StackExtensions, "of them by calls, at most", res.Pages.PeakDepth, "frames")
	// Output: 5 pages taken, 4 of them by calls, at most 9002 frames
}
