package e2e

import "testing"

func TestShots(t *testing.T) {
	for name, v := range map[string]view{
		"light": desktop, "dark": {w: 1440, h: 900, dark: true},
		"light-390": {w: 390, h: 844}, "dark-390": {w: 390, h: 844, dark: true},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, v, "/")
			b.shot(name + "-0-idle")
			b.click("#run")
			b.finished()
			eval[bool](b, `new Promise(r => setTimeout(() => r(true), 1500))`)
			b.shot(name + "-1-run")
			b.choose("example", "fragmented")
			b.click("#compare")
			b.finished()
			eval[bool](b, `new Promise(r => setTimeout(() => r(true), 1500))`)
			b.shot(name + "-2-compare")
		})
	}
}
