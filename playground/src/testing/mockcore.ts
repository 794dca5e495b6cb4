// A stand-in for the core, for tests of the page alone. It follows a script
// instead of running PHP, but through a stack, a cache and a heap that behave
// like the real ones, so that what the page draws adds up. It never ships.

import type { Outbox } from '../outbox'
import { CELLS_PER_CHUNK, CHUNK_BYTES, Flag, Kind, RECORD_BYTES, type ChunkState, type CoreState, type RunRequest } from '../protocol'

export type Run = (request: RunRequest) => number

const HEADER = 32 // a stack page's own header in bytes
const BATCH = 512

export function startCore(_module: WebAssembly.Module | null, box: Outbox, _ini: Record<string, string>): Run {
  return (request) => new Mock(box, request).run()
}

interface StackPage { addr: number; bytes: number; top: number }

class Mock {
  private records = new Uint8Array(BATCH * RECORD_BYTES)
  private view = new DataView(this.records.buffer)
  private n = 0
  private seq = 0
  private began = performance.now()
  private stateAt = 0
  private chunks: { addr: number; cells: Uint8Array; sent: string }[] = []
  private pages: StackPage[] = []
  private cache: number[] = []
  private depth = 0
  private line = 1
  private func = 0
  private c = { stack_extensions: 0, pages_from_heap: 0, pages_from_cache: 0, pages_to_heap: 0, pages_to_cache: 0, oversized_pages: 0, peak_pages: 0, peak_depth: 0, chunks_scanned: 0, page_churn_ns: 0, events: 0 }
  private sites = new Map<string, { func: string; line: number; op: string; extensions: number; from_heap: number; scanned: number }>()
  private names = ['', 'main', 'dive', 'stand', 'other']
  private readonly pageBytes: number
  private readonly limit: number

  constructor(private readonly box: Outbox, private readonly request: RunRequest) {
    this.pageBytes = parseInt(request.ini['ebb.vm_stack_page_size']) * 1024
    this.limit = Number(request.ini['ebb.vm_stack_page_cache'])
    this.names.forEach((t, i) => i && box.addName(i, t))
  }

  run(): number {
    this.chunk()
    const f = this.request.prefragment
    if (f) {
      const need = Math.max(1, Math.ceil(f.size / 4096))
      for (let i = 0; i < f.blocks; i++) {
        let c = this.chunks[this.chunks.length - 1]
        let at = c.cells.lastIndexOf(2) + 1 || 1
        for (; at < CELLS_PER_CHUNK && c.cells[at]; at++);
        if (at + need > CELLS_PER_CHUNK) { c = this.chunk(); at = 1 }
        c.cells.fill(2, at, at + need)
      }
      let odd = 0
      for (const c of this.chunks) for (let at = 1; at + need <= CELLS_PER_CHUNK; at += need) if (odd++ & 1) c.cells.fill(0, at, at + need)
    } else {
      this.chunks[0].cells.fill(1, 1, 40)
    }
    this.event(Kind.RunStart, 0, 0, 0)
    this.at(1, 1)
    this.extend(256, 0)
    this.state(false)
    this.print(`mock run, ${this.pageBytes >> 10} KB pages, cache ${this.limit}\n`)
    const src = this.request.source
    if (/while\s*\(true\)|for \(\$tide/.test(src)) this.endless(/echo "x"/.test(src))
    else if (/count_them/.test(src)) this.oversized()
    else if (/Fiber/.test(src)) for (let r = 0; r < 5; r++) { this.dive(24 * 1800, 144, 6); this.rise(1, 144) }
    else if (/function dive/.test(src)) this.oscillate()
    else for (const d of [1000, 5000, 20000]) { this.dive(d, 160, 8); this.rise(1, 160) }
    this.print('done\n')
    this.event(Kind.RunEnd, 0, 0, 0)
    this.state(true)
    return 0
  }

  private oscillate(): void {
    this.at(3, 15)
    this.dive(2164, 240, 17)
    for (let i = 0; i < 2000; i++) {
      this.at(2, 6)
      this.dive(this.depth + 60, 144, 7)
      this.rise(this.depth - 60, 144)
      if (i % 500 === 0) this.print(`dive ${i}\n`)
    }
    this.rise(1, 240)
  }

  private oversized(): void {
    for (let i = 0; i < 50; i++) {
      this.at(1, 13)
      this.depth++
      this.extend(640_000, Flag.Oversized)
      this.wait(20)
      this.depth--
      this.giveBack()
    }
  }

  private endless(print: boolean): void {
    for (let t = 0; ; t++) {
      this.at(2, 8)
      this.dive(4000 + Math.round(3800 * Math.sin(t / 40)), 160, 8)
      this.rise(1, 160)
      if (print) this.print('x'.repeat(1000))
      else if (t % 500 === 0) this.print(`tide ${t}\n`)
    }
  }

  private dive(to: number, bytes: number, line: number): void {
    this.line = line
    while (this.depth < to) {
      this.depth++
      if (this.depth > this.c.peak_depth) this.c.peak_depth = this.depth
      const p = this.pages[this.pages.length - 1]
      if (p.top + bytes > p.bytes) this.extend(bytes, 0)
      else p.top += bytes
      if (this.depth % 16 === 0) this.event(Kind.Depth, 0, this.top(), 0)
    }
  }

  private rise(to: number, bytes: number): void {
    while (this.depth > to) {
      this.depth--
      const p = this.pages[this.pages.length - 1]
      if (p.top - bytes <= HEADER && this.pages.length > 1) this.giveBack()
      else p.top = Math.max(HEADER, p.top - bytes)
      if (this.depth % 16 === 0) this.event(Kind.Depth, 0, this.top(), 0)
    }
  }

  private top(): number { const p = this.pages[this.pages.length - 1]; return p.addr + p.top }

  private extend(frame: number, flags: number): void {
    if (this.pages.length) {
      this.event(Kind.Depth, 0, this.top(), 0)
      this.c.stack_extensions++
    }
    const bytes = Math.max(1, Math.ceil((frame + HEADER) / this.pageBytes)) * this.pageBytes
    const key = `${this.func}:${this.line}`
    const site = this.sites.get(key) ?? { func: this.names[this.func], line: this.line, op: 'DO_UCALL', extensions: 0, from_heap: 0, scanned: 0 }
    this.sites.set(key, site)
    site.extensions++
    let addr = 0
    const cached = !flags ? this.cache.pop() : undefined
    if (cached !== undefined) {
      addr = cached
      flags |= Flag.FromCache
      this.c.pages_from_cache++
    } else {
      const before = this.c.chunks_scanned
      const t = performance.now()
      addr = this.find(bytes / 4096)
      this.c.page_churn_ns += (performance.now() - t) * 1e6 + 200
      site.from_heap++
      site.scanned += this.c.chunks_scanned - before
      flags |= Flag.FromHeap
      if (flags & Flag.Oversized) this.c.oversized_pages++
      this.c.pages_from_heap++
    }
    this.event(Kind.PageTake, flags, addr, bytes)
    this.pages.push({ addr, bytes, top: HEADER + frame })
    this.c.peak_pages = Math.max(this.c.peak_pages, this.pages.length)
    this.event(Kind.EdgePush, 0, addr + HEADER, frame)
  }

  private giveBack(): void {
    const p = this.pages.pop()!
    this.event(Kind.EdgePop, 0, p.addr + HEADER, 0)
    if (p.bytes === this.pageBytes && this.cache.length < this.limit) {
      this.cache.push(p.addr)
      this.c.pages_to_cache++
      this.event(Kind.PageGive, Flag.ToCache, p.addr, p.bytes)
    } else {
      const c = this.chunks.find((c) => p.addr >= c.addr && p.addr < c.addr + CHUNK_BYTES)!
      c.cells.fill(0, (p.addr - c.addr) / 4096, (p.addr - c.addr + p.bytes) / 4096)
      const over = p.bytes !== this.pageBytes
      this.c.pages_to_heap++
      this.event(Kind.PageGive, Flag.ToHeap | (over ? Flag.Oversized : 0), p.addr, p.bytes)
    }
    this.event(Kind.Depth, 0, this.top(), 0)
  }

  private find(want: number): number {
    let searched = 0
    for (const c of this.chunks) {
      searched++
      let run = 0
      for (let i = 1; i < CELLS_PER_CHUNK; i++) {
        run = c.cells[i] ? 0 : run + 1
        if (run === want) {
          c.cells.fill(3, i - want + 1, i + 1)
          this.c.chunks_scanned += searched
          this.event(Kind.ScanChunks, Flag.Placed, searched, want)
          return c.addr + (i - want + 1) * 4096
        }
      }
    }
    this.c.chunks_scanned += searched
    this.event(Kind.ScanChunks, 0, searched, want)
    const c = this.chunk()
    c.cells.fill(3, 1, 1 + want)
    return c.addr + 4096
  }

  private chunk(): { addr: number; cells: Uint8Array; sent: string } {
    const c = { addr: 0x4000000 + this.chunks.length * CHUNK_BYTES, cells: new Uint8Array(CELLS_PER_CHUNK), sent: '' }
    c.cells[0] = 5
    this.chunks.push(c)
    return c
  }

  private at(func: number, line: number): void { this.func = func; this.line = line }

  private wait(us: number): void {
    const until = performance.now() + us / 1000
    while (performance.now() < until);
  }

  private event(kind: Kind, flags: number, a: number, b: number): void {
    const v = this.view, o = this.n * RECORD_BYTES
    const time = Math.round((performance.now() - this.began) * 1e6)
    this.seq++
    this.c.events++
    v.setUint32(o, this.seq, true); v.setUint32(o + 4, 0, true)
    v.setUint32(o + 8, time % 2 ** 32, true); v.setUint32(o + 12, Math.floor(time / 2 ** 32), true)
    v.setUint8(o + 16, kind); v.setUint8(o + 17, 0); v.setUint16(o + 18, flags, true)
    v.setUint32(o + 20, this.line, true); v.setUint32(o + 24, this.func, true); v.setUint32(o + 28, this.depth, true)
    v.setUint32(o + 32, a % 2 ** 32, true); v.setUint32(o + 36, Math.floor(a / 2 ** 32), true)
    v.setUint32(o + 40, b, true); v.setUint32(o + 44, 0, true)
    if (++this.n === BATCH) this.flush()
    if (this.seq % 64 === 0 && performance.now() - this.stateAt > 33 && kind === Kind.Depth) this.state(false)
  }

  private flush(): void {
    this.box.addRecords(this.records, this.n)
    this.n = 0
  }

  private print(text: string): void { this.box.addOutput(1, new TextEncoder().encode(text)) }

  private state(final: boolean): void {
    this.flush()
    this.stateAt = performance.now()
    const chunks = this.chunks.map((c): ChunkState => {
      const d = Array.from(c.cells).join('')
      if (d === c.sent) return [c.addr, null]
      c.sent = d
      return [c.addr, d]
    })
    const row = (name: string, line: number, vars: number, tmps: number, args: number) => {
      const slots = 5 + vars + tmps
      return { name, line, args, vars, tmps, slots, bytes: slots * 16, frames_per_page: Math.floor((this.pageBytes / 16 - 2) / slots) }
    }
    const s: CoreState = {
      time: (performance.now() - this.began) * 1e6,
      depth: this.depth,
      pages: this.pages.map((p) => ({ addr: p.addr, bytes: p.bytes, used: p.top })),
      cached: this.cache.length,
      chunks,
      counters: { ...this.c },
    }
    if (final) {
      s.final = true
      s.exit = 0
      s.memory_peak = this.chunks.length * CHUNK_BYTES
      s.functions = [row('{main}', 1, 1, 7, 0), row('dive', 4, 1, 3, 1), row('stand', 13, 3, 7, 2)]
      s.sites = [...this.sites.values()].sort((a, b) => b.extensions - a.extensions)
    }
    this.box.addState(s)
  }
}
