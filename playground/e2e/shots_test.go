package e2e

import (
	"fmt"
	"os"
	"testing"
)

// TestShots takes pictures of the page in its states, for people to look at.
func TestShots(t *testing.T) {
	if os.Getenv("EBB_SHOTS") == "" {
		t.Skip("EBB_SHOTS is not set")
	}
	for name, v := range map[string]view{
		"light": desktop, "dark": {w: 1440, h: 900, dark: true},
		"light-390": {w: 390, h: 844}, "dark-390": {w: 390, h: 844, dark: true},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, v, "/")
			wait := func(ms int) { eval[bool](b, fmt.Sprintf(`new Promise(r => setTimeout(() => r(true), %d))`, ms)) }
			b.shot(name + "-0-idle")
			b.click("#run")
			b.finished()
			wait(1500)
			b.shot(name + "-1-run")
			b.choose("example", "fragmented")
			b.click("#compare")
			b.finished()
			wait(1500)
			b.shot(name + "-2-compare")
			b.choose("example", "endless")
			b.click("#run")
			wait(2500)
			b.shot(name + "-3-endless")
			b.click("#stop")
			b.finished()
			b.choose("example", "oversized")
			b.choose("speed", "25")
			b.click("#run")
			b.finished()
			wait(700)
			b.shot(name + "-4-oversized")
			b.choose("example", "deep")
			b.choose("set-page", "16384")
			b.choose("speed", "0")
			eval[bool](b, `(document.getElementById('settings').open = true)`)
			b.click("#run")
			b.finished()
			b.click("#play")
			eval[bool](b, `(() => { const p = document.getElementById('position'); p.value = 1500; p.dispatchEvent(new Event('input')); return true })()`)
			wait(600)
			b.shot(name + "-5-deep")
		})
	}
}
