// The timeline: depth above, pages below, one column for each run on a common
// scale, so that side by side a shorter run is a shorter picture.

import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { Recording } from '../recording'
import { alpha, palette } from '../render/palette'
import { h } from './dom'
import { count, duration, plural, short } from './format'

interface Column { rec: Recording; depth: uPlot; pages: uPlot; box: HTMLElement; title: HTMLElement; table: HTMLElement; seen: number }

const DEPTH_H = 126
const PAGES_H = 116

export class Charts {
  private columns: Column[] = []
  private playhead = new Map<Recording, number>()
  private span = 1

  constructor(private readonly host: HTMLElement, private readonly pick: (rec: Recording, ms: number) => void) {
    new ResizeObserver(() => this.fit()).observe(host)
  }

  /** Shows these runs, in columns. */
  show(runs: readonly Recording[]): void {
    this.host.classList.toggle('none', runs.length === 0)
    for (const c of this.columns) { c.depth.destroy(); c.pages.destroy() }
    this.host.replaceChildren()
    this.host.classList.toggle('pair', runs.length > 1)
    if (!runs.length) this.host.append(h('p', { class: 'hint' }, 'Call depth and stack pages over time are drawn here, as the program runs.'))
    this.columns = runs.map((rec) => this.column(rec, runs.length))
    this.fit()
    this.update()
  }

  /** Draws what was added since. */
  update(): void {
    let span = 0.001, depth = 4, pages = 2
    const data = this.columns.map((c) => c.rec.series.columns())
    for (const d of data) {
      span = Math.max(span, d[0].at(-1) ?? 0)
      for (const v of d[1]) if (v > depth) depth = v
      for (let i = 0; i < d[3].length; i++) pages = Math.max(pages, d[3][i], d[5][i])
    }
    this.span = span
    this.columns.forEach((c, i) => {
      const d = data[i]
      c.depth.setData([d[0], d[1], d[2]] as uPlot.AlignedData, false)
      c.pages.setData([d[0], d[3], d[4], d[5]] as uPlot.AlignedData, false)
      for (const [u, top] of [[c.depth, depth], [c.pages, pages]] as const) {
        u.batch(() => {
          u.setScale('x', { min: 0, max: span })
          u.setScale('y', { min: 0, max: top * 1.08 })
        })
      }
      const m = c.rec.live
      c.title.textContent = this.columns.length > 1 ? `Cache ${c.rec.label} · ${duration(m.time)}` : ''
      c.depth.root.setAttribute('aria-label', `Call depth over ${duration(m.time)}; highest ${count(Math.max(0, ...d[1]))}.`)
      c.pages.root.setAttribute('aria-label', `VM stack pages over ${duration(m.time)}; at most ${plural(Math.max(0, ...d[3]), 'page')} in use and ${count(Math.max(0, ...d[5]))} cached.`)
      if ((c.table.parentElement as HTMLDetailsElement).open) fillTable(c.table, d)
    })
  }

  /** Puts the mark of the moment on show. */
  mark(rec: Recording, ms: number | null): void {
    if (ms === null) this.playhead.delete(rec)
    else this.playhead.set(rec, ms)
    for (const c of this.columns) if (c.rec === rec) { c.depth.redraw(false); c.pages.redraw(false) }
  }

  /** Colours changed. */
  retint(): void { if (this.columns.length) this.show(this.columns.map((c) => c.rec)) }

  private column(rec: Recording, of: number): Column {
    const title = h('h3', { class: 'chart-title' })
    const d = h('div', { class: 'chart' }), p = h('div', { class: 'chart' })
    const table = h('div', { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': 'Timeline as a table' })
    const details = h('details', { class: 'alt' }, h('summary', {}, of > 1 ? `Timeline with cache ${rec.label} as a table` : 'Timeline as a table'), table)
    details.addEventListener('toggle', () => fillTable(table, rec.series.columns()))
    const box = h('div', { class: 'chart-column' }, of > 1 ? title : null, d, p, details)
    this.host.append(box)
    const c = palette()
    const depth = this.plot(rec, d, DEPTH_H, 'frames', false, [
      { stroke: c.ink, width: 1.25, fill: alpha(c.ink, 0.1), points: { show: false } },
      { stroke: alpha(c.ink, 0.35), width: 1, points: { show: false } },
    ], [{ series: [1, 2], fill: alpha(c.ink, 0.28) }])
    const stepped = uPlot.paths.stepped!({ align: 1 })
    const pages = this.plot(rec, p, PAGES_H, 'pages', true, [
      { stroke: c.heap, width: 1.5, fill: alpha(c.heap, 0.14), paths: stepped, points: { show: false } },
      { stroke: alpha(c.heap, 0.5), width: 1, paths: stepped, points: { show: false } },
      { stroke: c.cache, width: 2, dash: [5, 3], paths: stepped, points: { show: false } },
    ], [{ series: [1, 2], fill: alpha(c.heap, 0.4) }])
    return { rec, depth, pages, box, title, table, seen: 0 }
  }

  private plot(rec: Recording, target: HTMLElement, height: number, unit: string, times: boolean, series: uPlot.Series[], bands: uPlot.Band[]): uPlot {
    const c = palette()
    const axis = (grid: boolean): uPlot.Axis => ({
      stroke: c.muted, font: `11px ${c.font}`, grid: { show: grid, stroke: c.line, width: 1 }, ticks: { show: false },
    })
    const u = new uPlot({
      width: Math.max(120, target.clientWidth), height,
      padding: [16, 22, times ? 0 : 8, 0],
      legend: { show: false },
      scales: { x: { time: false, auto: false }, y: { auto: false } },
      cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
      series: [{}, ...series],
      bands,
      axes: [
        { ...axis(false), show: times, size: 24, space: 80, values: (_u, v) => v.map((x) => duration(x * 1e6)) },
        { ...axis(true), size: 46, space: 26, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6], values: (_u, v) => v.map(short) },
      ],
      hooks: {
        draw: [(u) => this.overlay(u, rec, unit)],
        ready: [(u) => {
          u.over.addEventListener('click', () => {
            const ms = u.posToVal(u.cursor.left ?? 0, 'x')
            if (ms >= 0) this.pick(rec, ms)
          })
        }],
      },
    }, [[0], ...series.map(() => [0])] as uPlot.AlignedData, target)
    u.root.setAttribute('role', 'img')
    return u
  }

  // Labels straight on the picture, and the mark of the moment on show.
  private overlay(u: uPlot, rec: Recording, unit: string): void {
    const g = u.ctx, c = palette(), dpr = devicePixelRatio || 1
    const { left, top, height } = u.bbox
    g.save()
    g.font = `600 ${11.5 * dpr}px ${c.font}`
    g.textBaseline = 'bottom'
    g.textAlign = 'left'
    const y = top - 2 * dpr
    if (unit === 'frames') {
      g.fillStyle = c.ink
      g.fillText('call depth, frames', left, y)
    } else {
      g.fillStyle = c.heap
      g.fillText('▬ stack pages in use', left, y)
      const w = g.measureText('▬ stack pages in use   ').width
      g.fillStyle = c.cache
      g.fillText('╍ pages in the cache', left + w, y)
    }
    const ms = this.playhead.get(rec)
    if (ms !== undefined) {
      const x = Math.round(u.valToPos(Math.min(ms, this.span), 'x', true)) + 0.5
      g.strokeStyle = c.ink
      g.lineWidth = 1.5 * dpr
      g.beginPath()
      g.moveTo(x, top)
      g.lineTo(x, top + height)
      g.stroke()
      g.fillStyle = c.ink
      g.beginPath()
      g.arc(x, top + height, 3.5 * dpr, 0, 7)
      g.fill()
    }
    g.restore()
  }

  private fit(): void {
    for (const c of this.columns) {
      const w = Math.max(120, c.box.clientWidth)
      if (c.depth.width !== w) {
        c.depth.setSize({ width: w, height: DEPTH_H })
        c.pages.setSize({ width: w, height: PAGES_H })
      }
    }
  }
}

// Some twenty moments are enough to follow the shape.
function fillTable(host: HTMLElement, d: number[][]): void {
  const n = d[0].length, step = Math.max(1, Math.ceil(n / 20))
  const rows: HTMLElement[] = []
  for (let i = 0; i < n; i += step) {
    let depth = 0, pages = 0, cached = 0
    for (let k = i; k < Math.min(n, i + step); k++) {
      depth = Math.max(depth, d[1][k]); pages = Math.max(pages, d[3][k]); cached = Math.max(cached, d[5][k])
    }
    rows.push(h('tr', {}, h('th', { scope: 'row' }, duration(d[0][i] * 1e6)), h('td', {}, count(depth)), h('td', {}, count(pages)), h('td', {}, count(cached))))
  }
  host.replaceChildren(h('table', { class: 'data' },
    h('thead', {}, h('tr', {}, ...['From', 'Highest depth', 'Most pages', 'Most cached'].map((x) => h('th', { scope: 'col' }, x)))),
    h('tbody', {}, ...rows)))
}
