package e2e

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/ebb-vm/ebb/playground/build"
	"github.com/ebb-vm/ebb/playground/serve"
)

// site is the built page behind a server; browser is one Chromium for all tests.
var site struct {
	once    sync.Once
	url     string
	browser context.Context
	skip    string
	err     error
	close   []func()
}

func TestMain(m *testing.M) {
	code := m.Run()
	for i := len(site.close) - 1; i >= 0; i-- {
		site.close[i]()
	}
	os.Exit(code)
}

func setUp() {
	bin := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			bin = p
			break
		}
	}
	if bin == "" {
		site.skip = "no Chromium on this machine"
		return
	}
	src, err := filepath.Abs("..")
	if err != nil {
		site.err = err
		return
	}
	if _, err := os.Stat(filepath.Join(src, "node_modules")); err != nil {
		cmd := exec.Command("npm", "ci", "--omit=dev")
		cmd.Dir = src
		if out, err := cmd.CombinedOutput(); err != nil {
			site.skip = fmt.Sprintf("the page's npm packages are not installed: %v %s", err, out)
			return
		}
	}
	dir, err := os.MkdirTemp("", "ebb-e2e-")
	if err != nil {
		site.err = err
		return
	}
	site.close = append(site.close, func() { os.RemoveAll(dir) })
	if _, err := build.Build(build.Options{Source: src, Out: dir, Mock: true, Dev: os.Getenv("EBB_DEV") != ""}); err != nil {
		site.err = err
		return
	}
	h, err := serve.Handler(os.DirFS(dir))
	if err != nil {
		site.err = err
		return
	}
	srv := httptest.NewServer(h)
	site.close = append(site.close, srv.Close)
	site.url = srv.URL

	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(bin), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("hide-scrollbars", true),
	)
	alloc, stop := chromedp.NewExecAllocator(context.Background(), opts...)
	ctx, stop2 := chromedp.NewContext(alloc)
	site.close = append(site.close, stop, stop2)
	site.browser = ctx
	site.err = chromedp.Do(ctx)
}

// tab is one page in the browser, watched for errors and foreign requests.
type tab struct {
	t   *testing.T
	ctx context.Context
	mu  sync.Mutex
	bad []string
}

type view struct {
	w, h int64
	dark bool
	calm bool
}

var desktop = view{w: 1440, h: 900}

// ready sees to it that site and browser are there, or skips the test.
func ready(t *testing.T) {
	t.Helper()
	site.once.Do(setUp)
	if site.skip != "" && os.Getenv("EBB_NO_SKIP") != "" {
		t.Fatal(site.skip)
	}
	if site.skip != "" {
		t.Skip(site.skip)
	}
	if site.err != nil {
		t.Fatal(site.err)
	}
}

// open opens a new tab at path and waits for the page to be ready.
func open(t *testing.T, v view, path string) *tab {
	t.Helper()
	ready(t)
	return openAt(t, v, site.url, path)
}

func openAt(t *testing.T, v view, url, path string) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(site.browser)
	ctx, cancel2 := context.WithTimeout(ctx, 90*time.Second)
	b := &tab{t: t, ctx: ctx}
	t.Cleanup(func() {
		cancel2()
		cancel()
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, s := range b.bad {
			t.Error(s)
		}
	})
	err := chromedp.Listen(ctx, func(ev any) {
		switch e := ev.(type) {
		case *runtime.EventExceptionThrown:
			d := e.ExceptionDetails
			text := d.Text
			if d.Exception != nil {
				text += " " + d.Exception.Description
			}
			b.note("exception: " + text)
		case *runtime.EventConsoleAPICalled:
			if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
				var s []string
				for _, a := range e.Args {
					s = append(s, string(a.Value)+a.Description)
				}
				b.note("console: " + strings.Join(s, " "))
			}
		case *network.EventRequestWillBeSent:
			if u := e.Request.URL; !strings.HasPrefix(u, url+"/") && !strings.HasPrefix(u, "data:") {
				b.note("a request leaves the site: " + u)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	scheme, motion := "light", "no-preference"
	if v.dark {
		scheme = "dark"
	}
	if v.calm {
		motion = "reduce"
	}
	b.do(
		call(network.Enable, network.EnableParams{}),
		call(runtime.Enable, cdp.Empty{}),
		chromedp.EmulateViewport(v.w, v.h),
		call(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: motion},
		}}),
		chromedp.Navigate(url+path),
	)
	b.until(`document.getElementById('status')?.dataset.state === 'ready'`)
	return b
}

// call makes an action of a protocol command whose result does not matter.
func call[P, R any](c cdp.Command[P, R], p P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, c, p)
		return err
	})
}

func (b *tab) note(s string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.bad = append(b.bad, s)
}

func (b *tab) do(a ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, a...); err != nil {
		b.t.Fatal(err)
	}
}

// eval runs an expression, awaiting a promise, into v.
func eval[T any](b *tab, js string) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](js, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: %v", js, err)
	}
	return v
}

// until waits for an expression to be true.
func (b *tab) until(js string) {
	b.t.Helper()
	deadline := time.Now().Add(30 * time.Second)
	for !eval[bool](b, "Boolean("+js+")") {
		if time.Now().After(deadline) {
			b.t.Fatalf("never true: %s; status %q", js, b.text("#status-text"))
		}
		time.Sleep(30 * time.Millisecond)
	}
}

func (b *tab) text(sel string) string {
	b.t.Helper()
	return eval[string](b, fmt.Sprintf(`document.querySelector(%q)?.textContent ?? ''`, sel))
}

func (b *tab) click(sel string) {
	b.t.Helper()
	b.do(chromedp.Click(chromedp.CSS(sel)))
}

// program replaces the editor's text by typing, as a user would.
func (b *tab) program(src string) {
	b.t.Helper()
	b.do(chromedp.Focus(chromedp.CSS(".cm-content")))
	eval[bool](b, fmt.Sprintf(`(document.execCommand('selectAll'), document.execCommand('insertText', false, %q))`, src))
}

// choose sets a form control as a user would.
func (b *tab) choose(id, value string) {
	b.t.Helper()
	eval[bool](b, fmt.Sprintf(`(() => { const e = document.getElementById(%q); if (e.type === 'checkbox') e.checked = %q === 'true'; else e.value = %q;
		e.dispatchEvent(new Event('input', {bubbles: true})); e.dispatchEvent(new Event('change', {bubbles: true})); return true })()`, id, value, value))
}

func (b *tab) finished() {
	b.t.Helper()
	b.until(`['done', 'failed', 'stopped'].includes(document.getElementById('status').dataset.state) && !document.body.classList.contains('running')`)
}

// shot leaves a picture of the whole page when EBB_SHOTS asks for it.
func (b *tab) shot(name string) {
	b.t.Helper()
	dir := os.Getenv("EBB_SHOTS")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644); err != nil {
		b.t.Fatal(err)
	}
}
