package build

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// Options say what to build.
type Options struct {
	Source string // the playground directory: src, examples, node_modules
	Out    string // where the files go; created when missing, emptied of what an earlier build left
	Core   string // the core's WebAssembly file
	Dev    bool   // readable output with source maps, under plain names
	Mock   bool   // the page's tests: a scripted stand-in instead of the core
}

// Result lists what was written.
type Result struct {
	Files []File
}

// File is one file of the site.
type File struct {
	Name  string // relative to Options.Out
	Bytes int
}

// assets is the folder, below Out, that is the build's own.
const assets = "assets"

// Build writes the site to o.Out.
func Build(o Options) (*Result, error) {
	if o.Core == "" && !o.Mock {
		return nil, errors.New("playground: no core to build with")
	}
	if err := os.RemoveAll(filepath.Join(o.Out, assets)); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Join(o.Out, assets), 0o755); err != nil {
		return nil, err
	}
	b := &builder{o: o}

	core := ""
	if !o.Mock {
		wasm, err := os.ReadFile(o.Core)
		if err != nil {
			return nil, fmt.Errorf("playground: the core: %w", err)
		}
		if core, err = b.write("ebb", ".wasm", wasm); err != nil {
			return nil, err
		}
	}
	worker, err := b.bundle("worker.ts", api.FormatIIFE, nil)
	if err != nil {
		return nil, err
	}
	main, err := b.bundle("main.ts", api.FormatESModule, map[string]string{
		"__WORKER__": quote(worker[".js"]),
		"__CORE__":   quote(core),
	})
	if err != nil {
		return nil, err
	}
	page, err := os.ReadFile(filepath.Join(o.Source, "src", "index.html"))
	if err != nil {
		return nil, err
	}
	html := strings.NewReplacer("{{script}}", main[".js"], "{{style}}", main[".css"]).Replace(string(page))
	if err := os.WriteFile(filepath.Join(o.Out, "index.html"), []byte(html), 0o644); err != nil {
		return nil, err
	}
	b.files = append(b.files, File{"index.html", len(html)})
	slices.SortFunc(b.files, func(x, y File) int { return cmp.Compare(x.Name, y.Name) })
	return &Result{b.files}, nil
}

type builder struct {
	o     Options
	files []File
}

// bundle builds one entry point and returns the names of its files by extension.
func (b *builder) bundle(entry string, format api.Format, define map[string]string) (map[string]string, error) {
	plugins := []api.Plugin{}
	if b.o.Mock {
		plugins = append(plugins, b.standIn())
	}
	opt := api.BuildOptions{
		AbsWorkingDir:    mustAbs(b.o.Source),
		EntryPoints:      []string{filepath.Join("src", entry)},
		Outdir:           "out", // names only: nothing is written
		Bundle:           true,
		Format:           format,
		Target:           api.ES2022,
		Platform:         api.PlatformBrowser,
		Define:           define,
		Plugins:          plugins,
		Loader:           map[string]api.Loader{".php": api.LoaderText},
		LegalComments:    api.LegalCommentsNone,
		LogLevel:         api.LogLevelSilent,
		MinifyWhitespace: !b.o.Dev, MinifyIdentifiers: !b.o.Dev, MinifySyntax: !b.o.Dev,
	}
	if b.o.Dev {
		opt.Sourcemap = api.SourceMapInline
	}
	res := api.Build(opt)
	if len(res.Errors) > 0 {
		text := api.FormatMessages(res.Errors, api.FormatMessagesOptions{Kind: api.ErrorMessage})
		return nil, fmt.Errorf("playground: %s", strings.TrimSpace(strings.Join(text, "")))
	}
	names := map[string]string{}
	for _, f := range res.OutputFiles {
		ext := filepath.Ext(f.Path)
		name, err := b.write(strings.TrimSuffix(entry, ".ts"), ext, f.Contents)
		if err != nil {
			return nil, err
		}
		names[ext] = name
	}
	return names, nil
}

// standIn lets "./core" mean the scripted stand-in.
func (b *builder) standIn() api.Plugin {
	mock := filepath.Join(mustAbs(b.o.Source), "src", "testing", "mockcore.ts")
	return api.Plugin{Name: "stand-in", Setup: func(p api.PluginBuild) {
		p.OnResolve(api.OnResolveOptions{Filter: `^\./core$`}, func(api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: mock}, nil
		})
	}}
}

// write puts a file among the assets and returns its name relative to the page.
func (b *builder) write(base, ext string, data []byte) (string, error) {
	name := base + ext
	if !b.o.Dev {
		sum := sha256.Sum256(data)
		name = base + "-" + hex.EncodeToString(sum[:5]) + ext
	}
	rel := assets + "/" + name
	if err := os.WriteFile(filepath.Join(b.o.Out, assets, name), data, 0o644); err != nil {
		return "", err
	}
	b.files = append(b.files, File{rel, len(data)})
	return rel, nil
}

func quote(s string) string {
	q, _ := json.Marshal(s)
	return string(q)
}

func mustAbs(p string) string {
	a, err := filepath.Abs(p)
	if err != nil {
		return p
	}
	return a
}
