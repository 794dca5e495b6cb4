package e2e

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/ebb-vm/ebb/core/phptest/corpus"
)

// workerRun is what a run of the worker alone gives.
type workerRun struct {
	Output string  `json:"output"`
	Status int     `json:"status"`
	Ms     float64 `json:"ms"`
	Failed string  `json:"failed"`
	Tier   *struct {
		Compiled, Refused, Dropped, Bytes, Inlined, Oplines, Entered int
	} `json:"tier"`
}

// TestGenerated runs programs in the worker with and without code generated at
// run time: they print the same, and generated code does most of the work. How
// much faster it is, is in the log.
func TestGenerated(t *testing.T) {
	url, folder := coreSite(t)
	asset := func(pattern string) string {
		t.Helper()
		list, err := filepath.Glob(filepath.Join(folder, "assets", pattern))
		if err != nil || len(list) != 1 {
			t.Fatal(pattern, list, err)
		}
		return "assets/" + filepath.Base(list[0])
	}
	b := openAt(t, desktop, url, "/")
	eval[bool](b, fmt.Sprintf(`(async () => {
		const module = await WebAssembly.compile(await (await fetch(%q)).arrayBuffer())
		window.runAlone = (source, ini) => new Promise((resolve) => {
			const worker = new Worker(%q), text = new TextDecoder(), r = { output: '', failed: '' }
			const end = () => { worker.terminate(); resolve(JSON.stringify(r)) }
			worker.onerror = (e) => { r.failed = e.message || 'no worker'; end() }
			worker.onmessage = ({ data }) => {
				if (data.type === 'output') r.output += text.decode(data.bytes)
				if (data.type === 'state' && data.state.final) r.tier = data.state.tier
				if (data.type === 'failed') { r.failed = data.message; end() }
				if (data.type === 'exit') { r.status = data.status; r.ms = data.ms; end() }
			}
			worker.postMessage({ module, request: { source, args: [], ini, files: {}, trace: false, stream: false, timeLimitMs: 0 } })
		})
		return true
	})()`, asset("ebb*.wasm"), asset("worker*.js")))
	run := func(source, ini string) workerRun {
		t.Helper()
		var r workerRun
		raw := eval[string](b, fmt.Sprintf("runAlone(%s, %s)", quoted(source), ini))
		if err := json.Unmarshal([]byte(raw), &r); err != nil {
			t.Fatal(err)
		}
		if r.Failed != "" {
			t.Errorf("%s", r.Failed)
		}
		return r
	}
	for _, name := range corpus.Names("hot") {
		source := string(corpus.Source("hot", name))
		off, on := run(source, "{}"), run(source, "{'ebb.jit_wasm': '1'}")
		if want := string(corpus.Output("hot", name)); off.Output != want || on.Output != want {
			t.Errorf("%s prints %q and %q", name, off.Output, on.Output)
		}
		if off.Tier != nil || on.Tier == nil || on.Tier.Compiled == 0 {
			t.Errorf("%s: the tier off %+v, on %+v", name, off.Tier, on.Tier)
			continue
		}
		t.Logf("%-12s %6.1f ms, interpreted %6.1f ms: %.1f times as fast; %+v", name, on.Ms, off.Ms, off.Ms/on.Ms, *on.Tier)
	}
}

// quoted is a string as JavaScript.
func quoted(s string) string {
	raw, _ := json.Marshal(s)
	return string(raw)
}
