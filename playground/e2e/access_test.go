package e2e

import (
	"strings"
	"testing"
)

// What can be seen can be read out: names, tables, announcements.
func TestScreenReader(t *testing.T) {
	b := open(t, desktop, "/")
	b.click("#run")
	b.finished()
	missing := eval[[]string](b, `(() => {
		const bad = [], shown = e => e.offsetParent !== null
		const name = e => (e.getAttribute('aria-label') || (e.getAttribute('aria-labelledby') && document.getElementById(e.getAttribute('aria-labelledby'))?.textContent) ||
			(e.labels && [...e.labels].map(l => l.textContent).join(' ')) || e.title || e.textContent || '').trim()
		for (const e of document.querySelectorAll('button, input, select, [role=img], [role=region], [tabindex="0"], summary'))
			if (shown(e) && !e.closest('.cm-editor') && !name(e)) bad.push('no name: ' + e.outerHTML.slice(0, 90))
		for (const e of document.querySelectorAll('canvas'))
			if (!e.closest('[role=img]') && e.getAttribute('aria-hidden') !== 'true') bad.push('canvas without a role: ' + e.id)
		const ids = [...document.querySelectorAll('[id]')].map(e => e.id)
		for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) bad.push('id twice: ' + id)
		for (const a of ['aria-labelledby', 'aria-describedby']) for (const e of document.querySelectorAll('[' + a + ']'))
			for (const id of e.getAttribute(a).split(' ')) if (!document.getElementById(id)) bad.push(a + ' leads nowhere: ' + id)
		let level = 0
		for (const e of document.querySelectorAll('h1,h2,h3')) { const n = +e.tagName[1]; if (n > level + 1) bad.push('heading level skipped at ' + e.textContent); level = n }
		return bad })()`)
	for _, m := range missing {
		t.Error(m)
	}
	if got := b.text("#announcer"); !strings.Contains(got, "peak depth 2,224 in 3 pages") {
		t.Errorf("announced %q", got)
	}
	for _, c := range []struct{ details, table string }{{"stack-alt", "#stack-table"}, {"heap-alt", "#heap-table"}} {
		eval[bool](b, `(document.getElementById('`+c.details+`').open = true)`)
		b.until(`document.querySelectorAll('` + c.table + ` tbody tr').length > 0`)
	}
	eval[bool](b, `(document.querySelector('.charts details').open = true)`)
	b.until(`document.querySelectorAll('.charts tbody tr').length > 3`)
	if got := b.text("#stack-canvas"); got != "" {
		t.Errorf("%q", got)
	}
	if got := eval[string](b, `document.getElementById('heap-canvas').getAttribute('aria-label')`); !strings.Contains(got, "longest hole") {
		t.Errorf("heap label %q", got)
	}
}

// Text has the contrast WCAG asks for, in both themes.
func TestContrast(t *testing.T) {
	for _, dark := range []bool{false, true} {
		b := open(t, view{w: 1440, h: 900, dark: dark, calm: true}, "/")
		b.click("#compare")
		b.finished()
		bad := eval[[]string](b, `(() => {
			const cv = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
			const px = c => { cv.clearRect(0, 0, 1, 1); cv.fillStyle = c; cv.fillRect(0, 0, 1, 1); return [...cv.getImageData(0, 0, 1, 1).data] }
			const lum = c => { const [r, g, b] = c.slice(0, 3).map(v => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b }
			const behind = e => { for (; e; e = e.parentElement) { const c = px(getComputedStyle(e).backgroundColor); if (c[3] > 250) return c } return px(getComputedStyle(document.body).backgroundColor) }
			const bad = new Set()
			const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
			while (walk.nextNode()) {
				const e = walk.currentNode.parentElement
				if (!walk.currentNode.data.trim() || !e.offsetParent || e.closest(':disabled, noscript, .visually-hidden, .u-wrap')) continue
				const s = getComputedStyle(e), a = lum(px(s.color)), b = lum(behind(e))
				const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05)
				if (ratio < 4.5) bad.add(ratio.toFixed(2) + ' ' + e.tagName + '.' + e.className + ': ' + e.textContent.slice(0, 40))
			}
			return [...bad] })()`)
		for _, s := range bad {
			t.Errorf("dark %v: %s", dark, s)
		}
	}
}

// Nothing sticks out at the side, at any width.
func TestNarrow(t *testing.T) {
	for _, w := range []int64{320, 390, 768, 1024, 1440} {
		b := open(t, view{w: w, h: 844}, "/")
		b.click("#compare")
		b.finished()
		if got := eval[int64](b, `document.documentElement.scrollWidth`); got > w {
			wide := eval[[]string](b, `[...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('.table-scroll, .cm-editor')).slice(0, 5).map(e => e.tagName + '#' + e.id + '.' + e.className)`)
			t.Errorf("at %d the page is %d wide: %q", w, got, wide)
		}
	}
}

// Who asked for no motion gets none: no replay by itself, nothing that goes on moving.
func TestReducedMotion(t *testing.T) {
	b := open(t, view{w: 1440, h: 900, calm: true}, "/")
	b.click("#run")
	b.finished()
	if got := eval[string](b, `document.getElementById('play').dataset.state`); got != "play" {
		t.Error("the replay started by itself")
	}
	if n := eval[int](b, `new Promise(done => { const real = requestAnimationFrame; let n = 0; window.requestAnimationFrame = f => { n++; return real(f) };
		setTimeout(() => { window.requestAnimationFrame = real; done(n) }, 600) })`); n > 2 {
		t.Errorf("%d frames were asked for while nothing moves", n)
	}
}

func TestTheme(t *testing.T) {
	b := open(t, desktop, "/")
	theme := func() string { return eval[string](b, `document.documentElement.dataset.theme`) }
	if theme() != "light" {
		t.Error("the system's theme is not taken")
	}
	b.click("#theme")
	b.click("#theme")
	if theme() != "dark" {
		t.Error("two presses do not lead to dark")
	}
	defer eval[bool](b, `(localStorage.clear(), true)`)
	if got := eval[string](b, `document.getElementById('theme').getAttribute('aria-label')`); got != "Theme: dark" {
		t.Errorf("label %q", got)
	}
}
