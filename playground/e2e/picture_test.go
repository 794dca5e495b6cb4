package e2e

import (
	"os"
	"testing"
)

// TestPicture takes the README's picture, of the engine itself: the oscillation
// example after its run. EBB_SHOTS names the directory it is written to.
func TestPicture(t *testing.T) {
	if dir := os.Getenv("EBB_SHOTS"); dir != "" {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	url, _ := coreSite(t)
	b := openAt(t, desktop, url, "/")
	b.choose("example", "oscillation")
	b.click("#run")
	b.finished()
	if got := counter(b, "stack_extensions"); got != "2,001" {
		t.Errorf("%s stack extensions", got)
	}
	b.shot("screenshot")
}
