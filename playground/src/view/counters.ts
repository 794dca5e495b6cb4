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
  { key: 'memory_peak', label: 'Peak memory', hint: 'as memory_get_peak_usage() gives it', tone: 'ink', get: (_v, r) => r.final?.memory_peak, show: bytes },
  { key: 'ms', label: 'Run time', hint: 'by the clock, recording included', tone: 'ink', get: (_v, r) => r.status === null && !r.stopped ? undefined : r.ms * 1e6, show: duration },
]

export class CounterTable {
  private key = ''

  constructor(private readonly host: HTMLElement, private readonly verdict: HTMLElement) {}

  update(runs: readonly Recording[]): void {
    const two = runs.length > 1
    const all = ROWS.map((row) => ({ row, values: runs.map((r) => (r.last ? row.get(r.last.counters, r) : undefined)) }))
      .filter((x) => !runs.some((r) => r.last) || x.values.some((v) => v !== undefined))
    // Rebuilding is cheap; doing it when nothing changed would lose the reader's place.
    const key = JSON.stringify([runs.map((r) => r.label), all.map((x) => x.values)])
    if (key === this.key) return
    this.key = key
    const head = h('tr', {}, h('th', { scope: 'col' }, 'Counter'), ...(two ? runs.map((r) => h('th', { scope: 'col', class: 'num' }, `Cache ${r.label}`)) : [h('th', { scope: 'col', class: 'num' }, 'This run')]))
    const body = all.map(({ row, values }) => {
      const top = Math.max(1, ...values.map((v) => v ?? 0))
      return h('tr', { 'data-counter': row.key },
        h('th', { scope: 'row' }, h('span', { class: `dot ${row.tone}`, 'aria-hidden': 'true' }), row.label, h('small', {}, row.hint)),
        ...values.map((v) => h('td', { class: 'num' },
          v === undefined ? '–' : row.show(v),
          two && v !== undefined && h('span', { class: `bar ${row.tone}`, style: `--part:${v / top}`, 'aria-hidden': 'true' }))))
    })
    this.host.replaceChildren(h('table', { class: `data counters${two ? ' pair' : ''}` }, h('thead', {}, head), h('tbody', {}, ...body)))
    this.judge(runs)
  }

  private judge(runs: readonly Recording[]): void {
    const [a, b] = runs
    const done = (r?: Recording) => !!r?.last && (r.status !== null || r.stopped)
    if (!done(a) || !done(b)) { this.verdict.hidden = true; return }
    const x = a.last!.counters, y = b.last!.counters
    const parts: (Node | string)[] = []
    const strong = (s: string) => h('strong', {}, s)
    parts.push('Cache off: the heap served ', strong(plural(x.pages_from_heap, 'page')), ` and searched ${plural(x.chunks_scanned, 'chunk')}. `)
    parts.push('Cache on: ', strong(plural(y.pages_from_heap, 'page')), ` and ${plural(y.chunks_scanned, 'chunk')}, the cache served ${count(y.pages_from_cache)}. `)
    const t = a.ms / Math.max(0.001, b.ms)
    if (t >= 1.1) parts.push('The run was ', strong(`${times(t)} times as fast`), '.')
    else if (t <= 0.9) parts.push(`The run took ${times(1 / t)} times as long; with little churn to save, chance decides.`)
    else parts.push('Both took about as long.')
    this.verdict.replaceChildren(...parts)
    this.verdict.hidden = false
  }
}
