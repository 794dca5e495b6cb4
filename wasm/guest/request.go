package guest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"path"
	"strings"
)

// Protocol is the version of the requests, exports and imports.
const Protocol = 1

// DefaultPath is what a program without a path is called.
const DefaultPath = "/script.php"

// Request is one run, as the embedder asks for it in JSON.
type Request struct {
	// Source is the program, as UTF-8 text or, after "base64:", any bytes.
	Source string `json:"source"`
	// Path names the program; with Read it is where the program is.
	Path string `json:"path"`
	Read bool   `json:"read"`

	Args []string          `json:"args"`
	Ini  map[string]string `json:"ini"`
	// Files are further files by absolute path, encoded like Source.
	Files map[string]string `json:"files"`

	// Prefragment fragments the heap before the program starts.
	Prefragment *struct {
		Blocks int   `json:"blocks"`
		Size   int64 `json:"size"`
	} `json:"prefragment"`

	Trace  bool `json:"trace"`  // record
	Stream bool `json:"stream"` // send records and states while the program runs

	TimeLimitMs int64 `json:"timeLimitMs"` // wall-clock time, 0 for no limit
	// MaxMemory is how far linear memory can grow, in bytes; 0 when the embedder
	// does not say.
	MaxMemory int64 `json:"maxMemory"`
}

// decode reads a request and puts its texts into their final form.
func decode(raw []byte) (*Request, error) {
	r := &Request{}
	if err := json.Unmarshal(raw, r); err != nil {
		return nil, fmt.Errorf("the request is no JSON of this protocol: %w", err)
	}
	var err error
	if r.Source, err = text(r.Source); err != nil {
		return nil, fmt.Errorf("the source: %w", err)
	}
	if r.Path == "" {
		r.Path = DefaultPath
	}
	files := make(map[string]string, len(r.Files)+1)
	for name, s := range r.Files {
		if files[path.Join("/", name)], err = text(s); err != nil {
			return nil, fmt.Errorf("file %s: %w", name, err)
		}
	}
	r.Files = files
	return r, nil
}

func text(s string) (string, error) {
	coded, is := strings.CutPrefix(s, "base64:")
	if !is {
		return s, nil
	}
	b, err := base64.StdEncoding.DecodeString(coded)
	return string(b), err
}
