package wasm

import (
	"bytes"
	"context"
	"crypto/rand"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/experimental/sysfs"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// ErrTimeLimit is wrapped by Run's error when Script.TimeLimit ended the script.
var ErrTimeLimit = errors.New("time limit reached")

// ErrCore is wrapped by errors that say the core itself is unusable: a corrupt
// module, or one that speaks another protocol.
var ErrCore = errors.New("unusable core")

// protocol is the version of the interface between this package and the core.
const protocol = 1

//go:embed core.wasm.br
var embedded []byte

// Config sets up a Runtime; the zero value is ready to use.
type Config struct {
	// CacheDir keeps the compiled core between processes. Empty: compiled
	// anew by every NewRuntime, which takes some seconds.
	CacheDir string
	// MaxMemory bounds the linear memory of each instance in bytes, PHP's heap
	// and the engine's own together; 0 means 1 GB. It has to be 32 MB at least.
	MaxMemory int64
	// Core replaces the embedded core, as a WebAssembly module.
	Core []byte
}

// minMemory is what a core needs to run anything at all, in bytes.
const minMemory = 32 << 20

// Runtime holds the compiled core. It is safe for concurrent use.
type Runtime struct {
	rt        wazero.Runtime
	core      wazero.CompiledModule
	cache     wazero.CompilationCache
	start     []string // functions to call in a new instance
	tramp     trampoline
	maxMemory int64
}

// NewRuntime compiles the core. Close gives everything back.
func NewRuntime(ctx context.Context, c Config) (*Runtime, error) {
	code := c.Core
	if code == nil {
		var err error
		if code, err = io.ReadAll(brotli.NewReader(bytes.NewReader(embedded))); err != nil {
			return nil, fmt.Errorf("ebb: %w: %w", ErrCore, err)
		}
	}
	maxMemory := c.MaxMemory
	if maxMemory <= 0 {
		maxMemory = 1 << 30
	}
	if maxMemory < minMemory {
		return nil, fmt.Errorf("ebb: MaxMemory is %d bytes, less than %d", maxMemory, minMemory)
	}
	pages := min((maxMemory+65535)/65536, 65536)
	cfg := wazero.NewRuntimeConfig().WithMemoryLimitPages(uint32(pages))
	r := &Runtime{maxMemory: pages * 65536}
	if c.CacheDir != "" {
		cache, err := wazero.NewCompilationCacheWithDir(c.CacheDir)
		if err != nil {
			return nil, fmt.Errorf("ebb: compilation cache: %w", err)
		}
		r.cache = cache
		cfg = cfg.WithCompilationCache(cache)
	}
	r.rt = wazero.NewRuntimeWithConfig(ctx, cfg)
	if err := r.prepare(ctx, code); err != nil {
		r.Close(ctx)
		return nil, err
	}
	return r, nil
}

func (r *Runtime) prepare(ctx context.Context, code []byte) error {
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, r.rt); err != nil {
		return fmt.Errorf("ebb: %w", err)
	}
	if err := r.imports(ctx); err != nil {
		return fmt.Errorf("ebb: %w", err)
	}
	if err := noTrampoline(ctx, r.rt); err != nil {
		return fmt.Errorf("ebb: %w", err)
	}
	core, err := r.rt.CompileModule(experimental.WithCompilationWorkers(ctx, runtime.GOMAXPROCS(0)), code)
	if err != nil {
		return fmt.Errorf("ebb: %w: %w", ErrCore, err)
	}
	exports := core.ExportedFunctions()
	for _, name := range []string{"alloc", "run", "protocol", "interrupt_address"} {
		if exports[name] == nil {
			return fmt.Errorf("ebb: %w: it does not export %s", ErrCore, name)
		}
	}
	// A baked core is initialised already and has nothing to start with.
	if exports["_initialize"] != nil {
		r.start = []string{"_initialize"}
	}
	r.core = core
	return nil
}

// Close releases the compiled code. Runs in progress must have ended.
func (r *Runtime) Close(ctx context.Context) error {
	err := r.rt.Close(ctx)
	if r.cache != nil {
		err = errors.Join(err, r.cache.Close(ctx))
	}
	return err
}

// request is what the core's run export takes, as JSON.
type request struct {
	Source    string            `json:"source"`
	Path      string            `json:"path,omitempty"`
	Read      bool              `json:"read,omitempty"` // read the program from path
	Args      []string          `json:"args"`
	Ini       map[string]string `json:"ini"`
	Trace     bool              `json:"trace"`
	Stream    bool              `json:"stream"` // send records and states
	MaxMemory int64             `json:"maxMemory"`
}

// Run runs a script to its end in an instance of its own. A PHP error is no
// error of Run: it is in the output and in Result.ExitStatus. Run fails when
// ctx is done, when the time limit is reached, or when the instance broke;
// the Result then holds what was put out until then.
func (r *Runtime) Run(ctx context.Context, s Script) (*Result, error) {
	req := request{Source: encodeBytes(s.Source), Path: s.Path, Read: s.Source == nil, Args: append([]string{}, s.Args...),
		Ini: map[string]string{}, Trace: s.Trace, Stream: s.Trace && s.Events != nil, MaxMemory: r.maxMemory}
	for k, v := range s.Ini {
		req.Ini[k] = v
	}
	switch {
	case s.MemoryLimit > 0:
		req.Ini["memory_limit"] = fmt.Sprint(s.MemoryLimit)
	case s.MemoryLimit < 0:
		req.Ini["memory_limit"] = "-1"
	}
	payload, err := json.Marshal(req)
	if err != nil {
		return nil, fmt.Errorf("ebb: %w", err)
	}
	run := &run{script: &s, names: map[uint32]string{}, stop: make(chan struct{})}
	files, err := newTree(s.Mounts)
	if err != nil {
		return nil, err
	}
	defer files.close()
	cfg, err := run.moduleConfig(files)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	// The instance must outlive a cancelled ctx by the moments it needs to stop.
	inner := withLinear(context.WithValue(context.WithoutCancel(ctx), runKey{}, run), &run.mem)
	if wantsJIT(s.Ini) {
		if run.code, err = r.newGenerated(inner); err != nil {
			return nil, fmt.Errorf("ebb: %w", err)
		}
		defer run.code.close(inner)
		inner = run.code.resolve(inner, nil)
	}
	mod, err := r.rt.InstantiateModule(inner, r.core, cfg.WithStartFunctions(r.start...))
	if err != nil {
		return nil, fmt.Errorf("ebb: %w: %w", ErrCore, err)
	}
	defer mod.Close(inner)
	return run.execute(ctx, inner, mod, payload)
}

// run is one script on its way.
type run struct {
	script *Script
	mem    linear
	out    bytes.Buffer
	errs   bytes.Buffer
	names  map[uint32]string
	final  finalState
	bad    error         // why the closing report cannot be read
	stop   chan struct{} // closed when the script is to stop
	code   *generated    // nil: the core generates none
}

// finalState is the part of the core's closing report that Result shows.
type finalState struct {
	Counters   json.RawMessage `json:"counters"`
	Sites      []Site          `json:"sites"`
	MemoryPeak int64           `json:"memory_peak"`
	Tier       *JIT            `json:"tier"`
}

func (n *run) moduleConfig(files *tree) (wazero.ModuleConfig, error) {
	s := n.script
	stdin, stdout, stderr := s.Stdin, s.Stdout, s.Stderr
	switch stdin.(type) {
	case nil:
		stdin = strings.NewReader("")
	case *strings.Reader, *bytes.Reader, *bytes.Buffer:
	default:
		stdin = &input{r: stdin, stop: n.stop}
	}
	if stdout == nil {
		stdout = &n.out
	}
	if stderr == nil {
		stderr = &n.errs
	}
	// The core expects "/" as its only preopened directory.
	fsys := wazero.NewFSConfig().(sysfs.FSConfig).WithSysFSMount(files, "/")
	cfg := wazero.NewModuleConfig().WithName("").
		WithStdin(stdin).WithStdout(stdout).WithStderr(stderr).WithFSConfig(fsys).
		WithSysNanotime().WithSysWalltime().WithNanosleep(nanosleep(n.stop)).WithRandSource(rand.Reader).WithArgs("ebb")
	for _, kv := range s.Env {
		k, v, ok := strings.Cut(kv, "=")
		if !ok || k == "" || strings.ContainsRune(kv, 0) {
			return nil, fmt.Errorf("ebb: environment entry %q is not KEY=value", kv)
		}
		cfg = cfg.WithEnv(k, v)
	}
	return cfg, nil
}

// interruptCancel is written to the core's interrupt word, again and again until
// it stops: the core clears the word when it looks for other reasons.
const (
	interruptCancel = 2
	pokeInterval    = time.Millisecond
)

func (n *run) execute(ctx, inner context.Context, mod api.Module, payload []byte) (*Result, error) {
	one := func(name string, args ...uint64) (uint32, error) {
		r, err := mod.ExportedFunction(name).Call(inner, args...)
		if err != nil {
			return 0, fmt.Errorf("ebb: %w: %s: %w", ErrCore, name, err)
		}
		if len(r) != 1 {
			return 0, fmt.Errorf("ebb: %w: %s returns %d values", ErrCore, name, len(r))
		}
		return uint32(r[0]), nil
	}
	version, err := one("protocol")
	if err != nil {
		return nil, err
	}
	if version != protocol {
		return nil, fmt.Errorf("ebb: %w: it speaks protocol %d, not %d", ErrCore, version, protocol)
	}
	ptr, err := one("alloc", uint64(len(payload)))
	if err != nil {
		return nil, err
	}
	flag, err := one("interrupt_address")
	if err != nil {
		return nil, err
	}
	if !mod.Memory().Write(ptr, payload) {
		return nil, fmt.Errorf("ebb: %w: alloc gave a buffer outside the memory", ErrCore)
	}
	ended, watched := make(chan struct{}), make(chan error, 1)
	go func() { watched <- n.watch(ctx, flag, ended) }()
	start := time.Now()
	status, callErr := one("run", uint64(ptr), uint64(len(payload)))
	elapsed := time.Since(start)
	close(ended)
	why := <-watched

	res := &Result{ExitStatus: 255, Stdout: n.out.Bytes(), Stderr: n.errs.Bytes(), Duration: elapsed, MemoryPeak: n.final.MemoryPeak, JIT: n.final.Tier}
	if n.script.Trace && n.final.Counters != nil {
		res.Pages = &Pages{Sites: n.final.Sites}
		n.bad = errors.Join(n.bad, json.Unmarshal(n.final.Counters, res.Pages))
	}
	switch {
	case why != nil:
		return res, why
	case callErr != nil:
		return res, callErr
	case n.bad != nil:
		return res, fmt.Errorf("ebb: %w: its report: %w", ErrCore, n.bad)
	}
	res.ExitStatus = int(int32(status))
	return res, nil
}

// watch waits for the context and the clock beside the script and makes the core
// stop when either says so. It returns why, or nil when the run ended first.
func (n *run) watch(ctx context.Context, flag uint32, ended <-chan struct{}) error {
	var limit <-chan time.Time
	if n.script.TimeLimit > 0 {
		t := time.NewTimer(n.script.TimeLimit)
		defer t.Stop()
		limit = t.C
	}
	var why error
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		why = ctx.Err()
	case <-limit:
		why = fmt.Errorf("ebb: %w (%v)", ErrTimeLimit, n.script.TimeLimit)
	}
	close(n.stop)
	again := time.NewTicker(pokeInterval)
	defer again.Stop()
	for {
		n.mem.poke(flag, interruptCancel)
		select {
		case <-ended:
			return why
		case <-again.C:
		}
	}
}
