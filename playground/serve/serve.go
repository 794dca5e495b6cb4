package serve

import (
	"bytes"
	"compress/gzip"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"

	"github.com/andybalholm/brotli"
)

// brotliQuality takes a few seconds less than the best for a core of some
// megabytes, and a few per cent more bytes.
const brotliQuality = 6

// minCompressed is the size in bytes below which compression is not worth an encoding header.
const minCompressed = 1 << 10

type file struct {
	mime    string
	plain   []byte
	encoded map[string][]byte // by name of the encoding
	lasting bool              // its name changes with its content
}

// Handler serves the files of a directory, read and compressed now: a rebuilt
// site needs a new Handler.
func Handler(dir fs.FS) (http.Handler, error) {
	files := map[string]*file{}
	err := fs.WalkDir(dir, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(dir, name)
		if err != nil {
			return err
		}
		files[name] = newFile(name, data)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
			return
		}
		name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
		if name == "" {
			name = "index.html"
		}
		f := files[name]
		if f == nil {
			http.NotFound(w, r)
			return
		}
		f.serve(w, r)
	}), nil
}

func newFile(name string, data []byte) *file {
	f := &file{mime: mimeOf(name), plain: data, encoded: map[string][]byte{}, lasting: hashed(name)}
	if len(data) < minCompressed {
		return f
	}
	var br, gz bytes.Buffer
	bw := brotli.NewWriterLevel(&br, brotliQuality)
	bw.Write(data)
	bw.Close()
	gw := gzip.NewWriter(&gz)
	gw.Write(data)
	gw.Close()
	f.encoded["br"] = br.Bytes()
	f.encoded["gzip"] = gz.Bytes()
	return f
}

func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.mime)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Vary", "Accept-Encoding")
	if f.lasting {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		h.Set("Cache-Control", "no-cache")
	}
	body := f.plain
	accepts := r.Header.Get("Accept-Encoding")
	for _, enc := range []string{"br", "gzip"} {
		if data := f.encoded[enc]; data != nil && accepted(accepts, enc) {
			h.Set("Content-Encoding", enc)
			body = data
			break
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method == http.MethodGet {
		w.Write(body)
	}
}

// accepted reads an Accept-Encoding header; a quality of zero means no.
func accepted(header, enc string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, q, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.EqualFold(strings.TrimSpace(name), enc) {
			v, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(q), "q="), 64)
			return q == "" || err != nil || v > 0
		}
	}
	return false
}

// mimeOf does not ask the system's tables: they differ from host to host.
func mimeOf(name string) string {
	switch path.Ext(name) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".wasm":
		return "application/wasm"
	case ".svg":
		return "image/svg+xml"
	}
	return "application/octet-stream"
}

// hashed reports whether a name ends in the ten hexadecimal digits the build adds.
func hashed(name string) bool {
	base := strings.TrimSuffix(path.Base(name), path.Ext(name))
	_, sum, ok := strings.Cut(base, "-")
	if !ok || len(sum) != 10 {
		return false
	}
	_, err := strconv.ParseUint(sum, 16, 64)
	return err == nil
}
