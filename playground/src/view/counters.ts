// The counters, one column a run; with two runs, bars set them side by side
// and a sentence says what the difference is.

import type { Counters as Values } from '../protocol'
import type { Recording } from '../recording'
import { h } from './dom'
import { bytes, count, duration, plural, times } from './format'

interface Row { key: string; label: string; hint: string; tone: string; get(v: Values, r: Recording): number | undefined; show(n: number): string }

const counter = (key: keyof Values, label: string, hint: string, tone = 'ink'): Row =>
  ({ key, label, hint, tone, get: (v) => v[key], show: count })

const ROWS: Row[] = [
  counter('stack_extensions', 'Stack extensions', 'calls whose frame did not fit into the page'),
  counter('pages_from_heap', 'Pages from the heap', 'served by the allocator', 'heap'),
  counter('pages_from_cache', 'Pages from the cache', 'served without asking the allocator', 'cache'),
  counter('pages_to_heap', 'Pages to the heap', 'given back to the allocator', 'heap'),
  counter('pages_to_cache', 'Pages to the cache', 'kept for the next call', 'cache'),
  counter('oversized_pages', 'Oversized pages', 'made to measure for one large frame', 'over'),
  counter('chunks_scanned', 'Chunks searched', 'bitmaps read while looking for free heap pages'),
  { key: 'page_churn_ns', label: 'Time in page churn', hint: 'taking pages from the heap and giving them back', tone: 'ink', get: (v) => v.page_churn_ns, show: duration },
  counter('peak_pages', 'Peak pages', 'in use at once'),
  counter('peak_depth', 'Peak depth', 'frames'),
  { key: 'memory_peak', label: 'Peak memory', hint: 'what memory_get_peak_usage() returns', tone: 'ink', get: (_v, r) => r.final?.memory_peak, show: bytes },
  { key: 'ms', label: 'Run time', hint: 'by the clock, recording included', tone: 'ink', get: (_v, r) => r.status === null && !r.stopped ? undefined : r.ms * 1e6, show: duration },
]

export class CounterTable {
  private key = ''

  constructor(private readonly host: HTMLElement, private readonly verdict: HTMLElement) {}

  update(runs: readonly Recording[]): void {
    const all = ROWS.map((row) => ({ row, values: runs.map((r) => (r.last ? row.get(r.last.counters, r) : undefined)) }))
    // Rebuilding is cheap; doing it when nothing changed would lose the reader's place.
    const key = JSON.stringify([runs.map((r) => [r.label, r.status, r.stopped]), all.map((x) => x.values)])
    if (key === this.key) return
    this.key = key
    this.host.replaceChildren(runs.length > 1 ? pair(runs, all) : cards(all))
    this.judge(runs)
  }

  private judge(runs: readonly Recording[]): void {
    const [a, b] = runs
    const done = (r?: Recording) => !!r?.last && (r.status !== null || r.stopped)
    if (!done(a) || !done(b)) { this.verdict.hidden = true; return }
    const x = a.last!.counters, y = b.last!.counters
    const t = a.ms / Math.max(0.001, b.ms)
    const parts: (Node | string)[] = []
    if (t >= 1.15) parts.push('With the cache on, the run was ', h('strong', {}, `${times(t)} times as fast`), '. ')
    else if (t <= 0.87) parts.push(`With the cache on, the run took ${times(1 / t)} times as long: there was little churn to save, and chance decided. `)
    else parts.push('Both runs took about as long. ')
    parts.push(`The heap was asked for ${plural(y.pages_from_heap, 'page')} instead of ${count(x.pages_from_heap)}, `,
      `the cache served ${count(y.pages_from_cache)}.`)
    const tile = (label: string, u: number, v: number, show: (n: number) => string) => {
      const top = Math.max(u, v, 1e-9)
      const line = (name: string, n: number, tone: string) => h('span', { class: 'race' },
        h('span', {}, name), h('i', { class: tone, style: `--part:${n / top}`, 'aria-hidden': 'true' }), h('b', {}, show(n)))
      return h('div', {}, h('h3', {}, label), line('off', u, 'heap'), line('on', v, 'cache'))
    }
    this.verdict.replaceChildren(h('p', {}, ...parts), h('div', { class: 'races' },
      tile('Run time', a.ms * 1e6, b.ms * 1e6, duration),
      tile('Pages from the heap', x.pages_from_heap, y.pages_from_heap, count),
      tile('Chunks searched', x.chunks_scanned, y.chunks_scanned, count)))
    this.verdict.hidden = false
  }
}

type Line = { row: Row; values: (number | undefined)[] }

function cards(all: Line[]): HTMLElement {
  return h('dl', { class: 'cards' }, ...all.map(({ row, values }) => h('div', { 'data-counter': row.key, class: row.tone },
    h('dt', {}, row.label), h('dd', {}, h('b', {}, values[0] === undefined ? '–' : row.show(values[0])), h('small', {}, row.hint)))))
}

function pair(runs: readonly Recording[], all: Line[]): HTMLElement {
  return h('table', { class: 'data counters' },
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Counter'), ...runs.map((r) => h('th', { scope: 'col', class: 'num' }, `Cache ${r.label}`)))),
    h('tbody', {}, ...all.map(({ row, values }) => {
      const top = Math.max(1, ...values.map((v) => v ?? 0))
      return h('tr', { 'data-counter': row.key },
        h('th', { scope: 'row' }, h('span', { class: `dot ${row.tone}`, 'aria-hidden': 'true' }), row.label, h('small', {}, row.hint)),
        ...values.map((v) => h('td', { class: 'num' }, v === undefined ? '–' : row.show(v),
          v !== undefined && v > 0 && h('span', { class: `bar ${row.tone}`, style: `--part:${v / top}`, 'aria-hidden': 'true' }))))
    })))
}
