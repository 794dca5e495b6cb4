package compile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestVerifyFiles verifies what becomes of files, with the optimizer off and
// on. VERIFY is a list of globs of .php and .phpt files.
func TestVerifyFiles(t *testing.T) {
	patterns := []string{"testdata/*.php", "opt/testdata/*.php"}
	if p := os.Getenv("VERIFY"); p != "" {
		patterns = strings.Fields(p)
	}
	for _, p := range patterns {
		files, _ := filepath.Glob(p)
		for _, f := range files {
			src, err := os.ReadFile(f)
			if err != nil {
				continue
			}
			if strings.HasSuffix(f, ".phpt") {
				if _, src = fromPhpt(t, src); src == nil {
					continue
				}
			}
			for _, o := range []Options{{}, {Cached: true}, {Cached: true, Optimize: true}} {
				u, _, err := compileTest(t, src, f, o)
				if err != nil {
					continue
				}
				t.Run(filepath.Base(f), func(t *testing.T) { verifyUnit(t, u) })
			}
		}
	}
}
