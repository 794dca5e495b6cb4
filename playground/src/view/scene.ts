// The scene: the stack's pages above, the cache and the heap below, and between
// them the channels through which pages pass. Translates the model into what
// the renderers draw.

import type { HeapMap } from '../heap'
import { Origin, type StackModel } from '../model'
import { HEAP_PAGE_BYTES } from '../protocol'
import { Flow } from '../render/flow'
import type { Loop } from '../render/loop'
import { palette, type Tone } from '../render/palette'
import { Slots } from '../render/slots'
import { Surface } from '../render/surface'
import { Tiles } from '../render/tiles'
import { Vessels, type Vessel } from '../render/vessels'
import { $, h, say } from './dom'
import { bytes, count, hex, plural } from './format'

const TONE: Record<Origin, Tone> = { [Origin.Heap]: 'heap', [Origin.Cache]: 'cache', [Origin.Oversized]: 'over' }
const ORIGIN: Record<Origin, string> = { [Origin.Heap]: 'from the heap', [Origin.Cache]: 'from the cache', [Origin.Oversized]: 'oversized, from the heap' }

export class Scene {
  private readonly stack: Vessels
  private readonly shelf: Slots
  private readonly cacheFlow: Flow
  private readonly heapFlow: Flow
  private readonly tiles: Tiles
  private readonly wake: () => void
  private model: StackModel | null = null
  private heap: HeapMap | null = null
  private pageBytes = 0
  private cacheLimit = 0
  private heapSurface: Surface
  private stale = true
  private chosen = -1
  private captionAt = 0

  constructor(loop: Loop, private readonly name: (func: number) => string) {
    // A canvas loses its picture when it changes size: draw at once, before the browser paints.
    const surface = (id: string) => new Surface($<HTMLCanvasElement>(id), () => {
      this.stale = true
      this.frame(0)
      this.wake()
    })
    const stackSurface = surface('stack-canvas')
    this.stack = new Vessels(stackSurface, 'The stack is empty. Press Run and watch it fill.')
    this.shelf = new Slots(surface('cache-canvas'), 'cache', 'The cache is off: every page goes back to the heap.')
    this.cacheFlow = new Flow(surface('cache-flow'), 'cache')
    this.heapFlow = new Flow(surface('heap-flow'), 'heap')
    this.heapSurface = surface('heap-canvas')
    this.tiles = new Tiles(this.heapSurface, 'No chunks yet.')
    this.tint()
    this.wake = loop.add((dt) => this.frame(dt))
    this.explore()
  }

  /** Shows a model; it is read again whenever `touch` was called. */
  show(model: StackModel | null, heap: HeapMap | null, pageBytes: number, cacheLimit: number): void {
    if (heap !== this.heap) { this.heap = heap; this.repaintAll() }
    this.model = model
    this.pageBytes = pageBytes
    this.cacheLimit = cacheLimit
    this.touch()
  }

  /** The model changed. */
  touch(): void { this.stale = true; this.wake() }

  /** Chunks the heap's map was told anew. */
  chunksChanged(dirty: readonly number[]): void {
    if (!this.heap || !this.model) return
    this.tiles.resize(this.heap.addrs.length)
    for (const i of dirty) this.tiles.paint(i, this.heap.cells(i, this.model, this.pageBytes), 0)
    this.touch()
  }

  /** Pages passed through the channels. */
  pass(fromHeap: number, fromCache: number, toHeap: number, toCache: number): void {
    const few = (n: number) => Math.min(6, n)
    this.heapFlow.pass(true, few(fromHeap))
    this.heapFlow.pass(false, few(toHeap))
    this.cacheFlow.pass(true, few(fromCache))
    this.cacheFlow.pass(false, few(toCache))
    this.wake()
  }

  retint(): void { this.tint(); this.repaintAll(); this.touch() }

  private tint(): void {
    const p = palette()
    this.tiles.setColours([p.free, p.small, p.large, p.heap, p.cache, p.muted, p.over])
  }

  private repaintAll(): void {
    if (!this.heap) { this.tiles.resize(0); return }
    this.tiles.resize(this.heap.addrs.length)
    const m = this.model
    if (m) for (let i = 0; i < this.heap.addrs.length; i++) this.tiles.paint(i, this.heap.cells(i, m, this.pageBytes), 0)
  }

  private frame(dt: number): boolean {
    if (this.stale) {
      this.stale = false
      this.update()
    }
    const a = this.stack.draw(dt), b = this.shelf.draw(dt), c = this.cacheFlow.draw(dt), d = this.heapFlow.draw(dt)
    return a || b || c || d
  }

  private update(): void {
    const m = this.model
    if (m && this.heap) {
      for (const i of this.heap.overlay(m, this.pageBytes)) this.tiles.paint(i, this.heap.cells(i, m, this.pageBytes), 0)
    }
    this.tiles.draw()
    this.stack.set(m ? m.pages.map((p, i): Vessel => {
      const frames = m.frames(i)
      return {
        key: p.addr,
        level: p.used / p.bytes,
        span: p.origin === Origin.Oversized ? Math.max(1, Math.min(6, p.bytes / this.pageBytes)) : 1,
        tone: TONE[p.origin],
        layers: frames,
        title: p.origin === Origin.Oversized ? bytes(p.bytes) : `page ${i + 1}`,
        note: `${Math.round((100 * p.used) / p.bytes)}%`,
        more: plural(frames, 'frame'),
        active: i === m.current,
      }
    }) : [])
    this.shelf.set(m?.cached.length ?? 0, this.cacheLimit)
    this.captions(m)
  }

  private captions(m: StackModel | null): void {
    const f = m?.flows
    say($('flow-from-cache'), count(f?.fromCache ?? 0))
    say($('flow-to-cache'), count(f?.toCache ?? 0))
    say($('flow-from-heap'), count(f ? f.fromHeap + f.overTaken : 0))
    say($('flow-to-heap'), count(f ? f.toHeap + f.overGiven : 0))
    say($('cache-caption'), !m ? '' : this.cacheLimit === 0 ? 'off' : `${count(m.cached.length)} of ${count(this.cacheLimit)}`)
    if (!m) { say($('stack-caption'), ''); say($('heap-caption'), ''); return }
    const where = m.func ? ` · in ${this.name(m.func)}${m.line ? `, line ${m.line}` : ''}` : ''
    say($('stack-caption'), `${plural(m.pages.length, 'page')} of ${bytes(this.pageBytes)} · ${plural(m.depth, 'frame')} deep${where}`)
    $('stack-canvas').setAttribute('aria-label', this.stackWords(m))
    // The heap's summary reads every cell: a few times a second is enough.
    const now = performance.now()
    if (now - this.captionAt > 250) { this.captionAt = now; this.heapCaption(m) }
  }

  /** Brings the heap's caption up to date at once. */
  settle(): void { if (this.model) { this.captionAt = 0; this.heapCaption(this.model) } }

  private heapCaption(m: StackModel): void {
    const heap = this.heap
    const n = heap?.addrs.length ?? 0
    if (!heap || n === 0) { say($('heap-caption'), ''); return }
    let hole = 0, free = 0, fits = 0
    const want = Math.ceil(this.pageBytes / HEAP_PAGE_BYTES)
    for (let i = 0; i < n; i++) {
      const s = heap.summary(i, m, this.pageBytes)
      hole = Math.max(hole, s.hole)
      free += s.free
      if (s.hole >= want) fits++
    }
    const text = `${plural(n, 'chunk')} · ${bytes(free * HEAP_PAGE_BYTES)} free · longest hole ${bytes(hole * HEAP_PAGE_BYTES)} · ` +
      `${fits === 0 ? 'none fits a stack page' : `${plural(fits, 'chunk has', 'chunks have')} room for a stack page`}`
    say($('heap-caption'), text)
    $('heap-canvas').setAttribute('aria-label', `Map of the heap: ${text}.`)
    if ($<HTMLDetailsElement>('heap-alt').open) this.heapTable()
    if ($<HTMLDetailsElement>('stack-alt').open) this.stackTable()
  }

  private stackWords(m: StackModel): string {
    const top = m.pages[m.current]
    return `The VM stack: ${plural(m.pages.length, 'page')}, ${plural(m.depth, 'frame')} deep.` +
      (top ? ` The current page is ${Math.round((100 * top.used) / top.bytes)}% full.` : '') +
      (this.chosen >= 0 && m.pages[this.chosen] ? ` Page ${this.chosen + 1}: ${this.pageWords(m, this.chosen)}` : '')
  }

  private pageWords(m: StackModel, i: number): string {
    const p = m.pages[i]
    return `${bytes(p.used)} of ${bytes(p.bytes)} used by ${plural(m.frames(i), 'frame')}, ${ORIGIN[p.origin]}, at ${hex(p.addr)}`
  }

  private chunkWords(i: number): string {
    const s = this.heap!.summary(i, this.model!, this.pageBytes)
    const want = Math.ceil(this.pageBytes / HEAP_PAGE_BYTES)
    return `Chunk ${i + 1} at ${hex(s.addr)}: ${plural(s.free, 'heap page')} free, ${count(s.small)} in small runs, ${count(s.large)} in large, ` +
      `${count(s.stack)} of the stack, ${count(s.cached)} cached. Longest hole ${plural(s.hole, 'page')}; a stack page needs ${count(want)}.`
  }

  // Pages and chunks can be looked at one by one, by pointer or arrow keys.
  private explore(): void {
    const tip = $('tip')
    const place = (canvas: HTMLElement, x: number, y: number, text: string) => {
      if (!text) { tip.hidden = true; return }
      tip.textContent = text
      tip.hidden = false
      const box = canvas.getBoundingClientRect()
      const left = Math.min(innerWidth - tip.offsetWidth - 8, Math.max(8, box.left + x + 12))
      tip.style.left = `${left + scrollX}px`
      tip.style.top = `${box.top + y + 16 + scrollY}px`
    }
    const watch = (canvas: HTMLElement, size: () => number, at: (x: number, y: number) => number, words: (i: number) => string, choose: (i: number) => void) => {
      let now = -1
      canvas.addEventListener('pointermove', (e) => {
        const i = at(e.offsetX, e.offsetY)
        choose(i)
        place(canvas, e.offsetX, e.offsetY, i >= 0 ? words(i) : '')
      })
      const leave = () => { choose(-1); now = -1; tip.hidden = true }
      canvas.addEventListener('pointerleave', leave)
      canvas.addEventListener('blur', leave)
      canvas.addEventListener('keydown', (e) => {
        const n = size()
        const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[e.key]
        if (e.key === 'Escape') { leave(); return }
        if (!n || (step === undefined && e.key !== 'Home' && e.key !== 'End')) return
        e.preventDefault()
        now = e.key === 'Home' ? 0 : e.key === 'End' ? n - 1 : Math.min(n - 1, Math.max(0, now + step!))
        choose(now)
        const text = words(now)
        place(canvas, 12, 12, text)
        say($('explored'), text)
      })
    }
    watch($('stack-canvas'), () => this.model?.pages.length ?? 0,
      (x, y) => { const key = this.stack.at(x, y); return this.model ? this.model.pages.findIndex((p) => p.addr === key) : -1 },
      (i) => (this.model?.pages[i] ? `Page ${i + 1}: ${this.pageWords(this.model, i)}.` : ''),
      (i) => { this.chosen = i; this.stack.selected = i >= 0 ? this.model?.pages[i]?.addr ?? -1 : -1; this.touch() })
    watch($('heap-canvas'), () => this.heap?.addrs.length ?? 0, (x, y) => this.tiles.at(x, y),
      (i) => (this.heap && this.model && i < this.heap.addrs.length ? this.chunkWords(i) : ''),
      (i) => { if (i !== this.tiles.selected) { this.tiles.selected = i; this.touch() } })
    $('heap-alt').addEventListener('toggle', () => this.heapTable())
    $('stack-alt').addEventListener('toggle', () => this.stackTable())
  }

  private stackTable(): void {
    const m = this.model
    $('stack-table').replaceChildren(!m || !m.pages.length ? h('p', { class: 'hint' }, 'No pages.') : h('table', { class: 'data' },
      h('thead', {}, h('tr', {}, ...['Page', 'Address', 'Size', 'Used', 'Frames', 'Taken'].map((t) => h('th', { scope: 'col' }, t)))),
      h('tbody', {}, ...m.pages.slice(-200).map((p, k) => {
        const i = k + Math.max(0, m.pages.length - 200)
        return h('tr', {}, h('th', { scope: 'row' }, String(i + 1)), h('td', {}, hex(p.addr)), h('td', {}, bytes(p.bytes)), h('td', {}, bytes(p.used)), h('td', {}, count(m.frames(i))), h('td', {}, ORIGIN[p.origin]))
      }))))
  }

  private heapTable(): void {
    const heap = this.heap, m = this.model
    if (!heap || !m || !heap.addrs.length) { $('heap-table').replaceChildren(h('p', { class: 'hint' }, 'No chunks.')); return }
    const shown = Math.min(200, heap.addrs.length)
    $('heap-table').replaceChildren(h('table', { class: 'data' },
      h('caption', {}, shown < heap.addrs.length ? `The first ${shown} of ${count(heap.addrs.length)} chunks, in heap pages of 4 KB` : 'In heap pages of 4 KB'),
      h('thead', {}, h('tr', {}, ...['Chunk', 'Address', 'Free', 'Small', 'Large', 'Stack', 'Cached', 'Longest hole'].map((t) => h('th', { scope: 'col' }, t)))),
      h('tbody', {}, ...heap.addrs.slice(0, shown).map((_a, i) => {
        const s = heap.summary(i, m, this.pageBytes)
        return h('tr', {}, h('th', { scope: 'row' }, String(i + 1)), h('td', {}, hex(s.addr)), ...[s.free, s.small, s.large, s.stack, s.cached, s.hole].map((n) => h('td', {}, count(n))))
      }))))
  }
}
