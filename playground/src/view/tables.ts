// The frame table, what one call of each function takes, and the places that
// took pages.

import type { FunctionState, SiteState } from '../protocol'
import type { Recording } from '../recording'
import { h } from './dom'
import { bytes, count } from './format'

export function frameTable(host: HTMLElement, rec: Recording | null, goTo: (line: number) => void): void {
  const list = rec?.final?.functions ?? []
  if (!list.length) {
    host.replaceChildren(h('p', { class: 'hint' }, 'Listed when a program has run: every function, and what one call of it takes on the VM stack.'))
    return
  }
  const largest = Math.max(...list.map((f) => f.slots))
  host.replaceChildren(h('table', { class: 'data' },
    h('thead', {}, h('tr', {}, ...['Function', 'Line', 'Frame', 'Slots', 'Calls per page'].map((t, i) => h('th', { scope: 'col', class: i ? 'num' : undefined }, t)))),
    h('tbody', {}, ...list.slice(0, 500).map((f) => h('tr', {},
      h('th', { scope: 'row' }, h('code', {}, f.name), frameBar(f, largest)),
      h('td', { class: 'num' }, f.line > 0 ? lineButton(f.line, goTo) : '–'),
      h('td', { class: 'num' }, bytes(f.bytes)),
      h('td', { class: 'num' }, count(f.slots)),
      h('td', { class: 'num' }, count(f.frames_per_page)))))))
}

// The parts of a frame to scale: header, compiled variables, temporaries.
function frameBar(f: FunctionState, largest: number): Node | null {
  if (f.vars === undefined || f.tmps === undefined) return null
  const part = (n: number, cls: string) => n > 0 && h('i', { class: cls, style: `flex:${n}` })
  const words = `header 5 slots, ${count(f.vars)} variables, ${count(f.tmps)} temporaries`
  return h('span', { class: 'frame-bar', role: 'img', title: words, 'aria-label': words, style: `width:${Math.max(8, (100 * f.slots) / largest)}%` },
    part(5, 'p-head'), part(f.vars, 'p-vars'), part(f.tmps, 'p-tmps'), part(Math.max(0, f.slots - 5 - f.vars - f.tmps), 'p-rest'))
}

export function siteTable(host: HTMLElement, rec: Recording | null, goTo: (line: number) => void): void {
  const list = (rec?.final?.sites ?? []).filter((s) => s.extensions > 0)
  if (!list.length) {
    host.replaceChildren(h('p', { class: 'hint' }, rec?.final ? 'No call needed a further page.' : 'Listed when a program has run: the calls that needed a further page.'))
    return
  }
  host.replaceChildren(h('table', { class: 'data' },
    h('thead', {}, h('tr', {}, ...['Place', 'Line', 'Pages taken', 'From the heap', 'Chunks searched'].map((t, i) => h('th', { scope: 'col', class: i ? 'num' : undefined }, t)))),
    h('tbody', {}, ...list.slice(0, 50).map((s) => h('tr', {},
      h('th', { scope: 'row' }, h('code', {}, s.func), s.op ? h('small', {}, s.op) : null),
      h('td', { class: 'num' }, s.line > 0 ? lineButton(s.line, goTo) : '–'),
      h('td', { class: 'num' }, count(s.extensions)),
      h('td', { class: 'num' }, count(s.from_heap)),
      h('td', { class: 'num' }, s.scanned === undefined ? '–' : count(s.scanned)))))))
}

const lineButton = (line: number, goTo: (line: number) => void) =>
  h('button', { type: 'button', class: 'link', 'aria-label': `Go to line ${line}`, onclick: () => goTo(line) }, String(line))

/** Lines and how hot they are, for the editor's margin. */
export function heatOf(sites: readonly SiteState[] | undefined): { line: number; strength: number; text: string }[] {
  const lines = new Map<number, number>()
  for (const s of sites ?? []) if (s.line > 0 && s.extensions > 0) lines.set(s.line, (lines.get(s.line) ?? 0) + s.extensions)
  const top = Math.max(1, ...lines.values())
  return [...lines].map(([line, n]) => ({ line, strength: Math.log1p(n) / Math.log1p(top), text: `${count(n)} stack pages taken here` }))
}
