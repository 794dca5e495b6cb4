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
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
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
	// anew by every NewRuntime, about a second.
	CacheDir string
	// MaxMemory bounds the linear memory of each instance in bytes, PHP's heap
	// and the engine's own together; 0 means 1 GB.
	MaxMemory int64
	// Core replaces the embedded core, as a WebAssembly module.
	Core []byte
}

// Runtime holds the compiled core. It is safe for concurrent use.
type Runtime struct {
	rt    wazero.Runtime
	core  wazero.CompiledModule
	cache wazero.CompilationCache

	mu   sync.Mutex
	runs map[api.Module]*run
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
	pages := min((maxMemory+65535)/65536, 65536)
	cfg := wazero.NewRuntimeConfig().WithMemoryLimitPages(uint32(pages))
	r := &Runtime{runs: map[api.Module]*run{}}
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
	core, err := r.rt.CompileModule(ctx, code)
	if err != nil {
		return fmt.Errorf("ebb: %w: %w", ErrCore, err)
	}
	exports := core.ExportedFunctions()
	for _, name := range []string{"_initialize", "alloc", "run", "protocol", "interrupt_address"} {
		if exports[name] == nil {
			return fmt.Errorf("ebb: %w: it does not export %s", ErrCore, name)
		}
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
	Source string            `json:"source"`
	Path   string            `json:"path,omitempty"`
	Read   bool              `json:"read,omitempty"` // read the program from path
	Args   []string          `json:"args"`
	Ini    map[string]string `json:"ini"`
	Trace  bool              `json:"trace"`
	Stream bool              `json:"stream"` // send records and states
	Limit  int64             `json:"memoryLimit,omitempty"`
}

// Run runs a script to its end in an instance of its own. A PHP error is no
// error of Run: it is in the output and in Result.ExitStatus. Run fails when
// ctx is done, when the time limit is reached, or when the instance broke;
// the Result then holds what was put out until then.
func (r *Runtime) Run(ctx context.Context, s Script) (*Result, error) {
	run := &run{script: &s, names: map[uint32]string{}}
	req := request{Source: encodeBytes(s.Source), Path: s.Path, Read: s.Source == nil, Args: append([]string{}, s.Args...), Ini: map[string]string{}, Trace: s.Trace, Stream: s.Events != nil}
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
	cfg, err := run.moduleConfig()
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	// The instance must outlive a cancelled ctx by the moments it needs to stop.
	inner := context.WithoutCancel(ctx)
	mod, err := r.rt.InstantiateModule(inner, r.core, cfg)
	if err != nil {
		return nil, fmt.Errorf("ebb: %w: %w", ErrCore, err)
	}
	defer mod.Close(inner)
	r.mu.Lock()
	r.runs[mod] = run
	r.mu.Unlock()
	defer func() {
		r.mu.Lock()
		delete(r.runs, mod)
		r.mu.Unlock()
	}()
	return run.execute(ctx, inner, mod, payload)
}

// run is one script on its way.
type run struct {
	script *Script
	out    bytes.Buffer
	errs   bytes.Buffer
	names  map[uint32]string
	final  finalState
}

// finalState is the part of the core's closing report that Result shows.
type finalState struct {
	Counters   json.RawMessage `json:"counters"`
	Sites      []Site          `json:"sites"`
	Exit       int             `json:"exit"`
	MemoryPeak int64           `json:"memory_peak"`
	Final      bool            `json:"final"`
}

func (n *run) moduleConfig() (wazero.ModuleConfig, error) {
	s := n.script
	stdin, stdout, stderr := s.Stdin, s.Stdout, s.Stderr
	if stdin == nil {
		stdin = strings.NewReader("")
	}
	if stdout == nil {
		stdout = &n.out
	}
	if stderr == nil {
		stderr = &n.errs
	}
	fsys := wazero.NewFSConfig()
	for _, m := range s.Mounts {
		switch {
		case m.Guest == "" || m.Guest[0] != '/':
			return nil, fmt.Errorf("ebb: mount %q: the guest path must be absolute", m.Guest)
		case m.FS != nil && m.Dir != "":
			return nil, fmt.Errorf("ebb: mount %s: both Dir and FS are set", m.Guest)
		case m.FS != nil && m.Writable:
			return nil, fmt.Errorf("ebb: mount %s: an fs.FS cannot be writable", m.Guest)
		case m.FS != nil:
			fsys = fsys.WithFSMount(m.FS, m.Guest)
		case m.Writable:
			fsys = fsys.WithDirMount(m.Dir, m.Guest)
		default:
			fsys = fsys.WithReadOnlyDirMount(m.Dir, m.Guest)
		}
	}
	cfg := wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize").
		WithStdin(stdin).WithStdout(stdout).WithStderr(stderr).WithFSConfig(fsys).
		WithSysNanotime().WithSysWalltime().WithSysNanosleep().WithRandSource(rand.Reader).WithArgs("ebb")
	for _, kv := range s.Env {
		k, v, ok := strings.Cut(kv, "=")
		if !ok || k == "" {
			return nil, fmt.Errorf("ebb: environment entry %q is not KEY=value", kv)
		}
		cfg = cfg.WithEnv(k, v)
	}
	return cfg, nil
}

// Reasons written to the core's interrupt word, and asked for again until it stops.
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

	// Watch the context and the clock beside the script.
	limit := (<-chan time.Time)(nil)
	if n.script.TimeLimit > 0 {
		t := time.NewTimer(n.script.TimeLimit)
		defer t.Stop()
		limit = t.C
	}
	ended, watched := make(chan struct{}), make(chan error, 1)
	go func() {
		var why error
		select {
		case <-ended:
			watched <- nil
			return
		case <-ctx.Done():
			why = ctx.Err()
		case <-limit:
			why = fmt.Errorf("ebb: %w (%v)", ErrTimeLimit, n.script.TimeLimit)
		}
		// The word may be lost while the memory grows, and the core clears it
		// when it notices: write it until the run has ended.
		for {
			mod.Memory().WriteUint32Le(flag, interruptCancel)
			select {
			case <-ended:
				watched <- why
				return
			case <-time.After(pokeInterval):
			}
		}
	}()
	start := time.Now()
	status, callErr := mod.ExportedFunction("run").Call(inner, uint64(ptr), uint64(len(payload)))
	elapsed := time.Since(start)
	close(ended)
	why := <-watched

	res := &Result{Stdout: n.out.Bytes(), Stderr: n.errs.Bytes(), Duration: elapsed, MemoryPeak: n.final.MemoryPeak}
	if n.script.Trace && n.final.Counters != nil {
		res.Pages = &Pages{Sites: n.final.Sites}
		if err := json.Unmarshal(n.final.Counters, res.Pages); err != nil {
			return res, fmt.Errorf("ebb: %w: its report: %w", ErrCore, err)
		}
	}
	switch {
	case why != nil:
		res.ExitStatus = 255
		return res, why
	case callErr != nil:
		res.ExitStatus = 255
		return res, fmt.Errorf("ebb: %w: %w", ErrCore, callErr)
	}
	res.ExitStatus = int(int32(status[0]))
	return res, nil
}
