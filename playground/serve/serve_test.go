package serve

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"
)

func get(t *testing.T, h http.Handler, method, target, accept string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, target, nil)
	if accept != "" {
		r.Header.Set("Accept-Encoding", accept)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func TestHandler(t *testing.T) {
	big := strings.Repeat("wasm ", 1000)
	h, err := Handler(fstest.MapFS{
		"index.html":                 {Data: []byte("<!doctype html>")},
		"assets/ebb-0123456789.wasm": {Data: []byte(big)},
		"assets/main.js":             {Data: []byte("1")},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path, accept, mime, encoding, cache string
		status                              int
	}{
		{"/", "br", "text/html; charset=utf-8", "", "no-cache", 200},
		{"/assets/ebb-0123456789.wasm", "gzip, br", "application/wasm", "br", "public, max-age=31536000, immutable", 200},
		{"/assets/ebb-0123456789.wasm", "gzip, br;q=0", "application/wasm", "gzip", "public, max-age=31536000, immutable", 200},
		{"/assets/ebb-0123456789.wasm", "", "application/wasm", "", "public, max-age=31536000, immutable", 200},
		{"/assets/main.js", "", "text/javascript; charset=utf-8", "", "no-cache", 200},
		{"/../serve.go", "", "text/plain; charset=utf-8", "", "", 404},
	} {
		res := get(t, h, "GET", c.path, c.accept)
		if res.StatusCode != c.status || res.Header.Get("Content-Type") != c.mime ||
			res.Header.Get("Content-Encoding") != c.encoding || res.Header.Get("Cache-Control") != c.cache {
			t.Errorf("%s (%s): %d %v", c.path, c.accept, res.StatusCode, res.Header)
		}
		if c.encoding == "" {
			continue
		}
		var rd io.Reader = brotli.NewReader(res.Body)
		if c.encoding == "gzip" {
			if rd, err = gzip.NewReader(res.Body); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := io.ReadAll(rd); err != nil || string(got) != big {
			t.Errorf("%s: body of %d bytes, %v", c.path, len(got), err)
		}
	}
	if res := get(t, h, "POST", "/", ""); res.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d", res.StatusCode)
	}
	res := get(t, h, "HEAD", "/assets/main.js", "")
	if body, _ := io.ReadAll(res.Body); len(body) != 0 || res.Header.Get("Content-Length") != "1" {
		t.Errorf("HEAD: %q %v", body, res.Header)
	}
}
