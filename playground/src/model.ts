// The VM stack as the records tell it: which pages are in use, how full they
// are, which wait in the cache. Nothing here guesses what the engine would do;
// a record or a state says it.

import { Flag, Kind, type CoreState } from './protocol'
import type { Records } from './records'

export const enum Origin { Heap, Cache, Oversized }

export interface Page {
  readonly addr: number
  readonly bytes: number
  readonly origin: Origin
  used: number
  /** Call depth when its first frame was pushed. */
  base: number
}

export interface Flows {
  fromHeap: number
  fromCache: number
  toHeap: number
  toCache: number
  /** Oversized pages, which come from the heap and go back to it. */
  overTaken: number
  overGiven: number
}

export class StackModel {
  pages: Page[] = []
  /** Addresses of cached pages, the next to be served last. */
  cached: number[] = []
  depth = 0
  time = 0
  line = 0
  func = 0
  flows: Flows = { fromHeap: 0, fromCache: 0, toHeap: 0, toCache: 0, overTaken: 0, overGiven: 0 }
  scanned = 0
  /** Index in `pages` of the page that holds the top of the stack. */
  current = -1

  clone(): StackModel {
    const m = new StackModel()
    m.pages = this.pages.map((p) => ({ ...p }))
    m.cached = this.cached.slice()
    m.depth = this.depth
    m.time = this.time
    m.line = this.line
    m.func = this.func
    m.flows = { ...this.flows }
    m.scanned = this.scanned
    m.current = this.current
    return m
  }

  /** Applies the record under the cursor. */
  apply(r: Records): void {
    this.time = r.time
    this.depth = r.depth
    this.line = r.line
    this.func = r.func
    switch (r.kind) {
      case Kind.PageTake: this.take(r.a, r.b, r.flags, r.depth); break
      case Kind.PageGive: this.give(r.a, r.flags); break
      case Kind.EdgePush: {
        const i = this.touch(r.a, r.b)
        if (i >= 0) this.pages[i].base = Math.max(0, r.depth - 1)
        break
      }
      case Kind.Depth: this.touch(r.a, 0); break
      case Kind.ScanChunks: this.scanned += r.a; break
      case Kind.RunStart:
        this.depth = 0
        break
    }
  }

  /** Takes over an exact picture; what records were lost no longer matters. */
  sync(s: CoreState): void {
    const known = new Map(this.pages.map((p) => [p.addr, p]))
    this.pages = s.pages.map((p) => {
      const k = known.get(p.addr)
      return { addr: p.addr, bytes: p.bytes, used: p.used, origin: k?.origin ?? Origin.Heap, base: k?.base ?? 0 }
    })
    if (s.cached < this.cached.length) this.cached.length = s.cached
    while (this.cached.length < s.cached) this.cached.unshift(0)
    this.current = this.pages.length - 1
    this.depth = s.depth
    this.time = Math.max(this.time, s.time)
    const c = s.counters
    const over = this.pages.filter((p) => p.origin === Origin.Oversized).length
    // The core counts oversized pages among those of the heap; they flow apart here.
    const given = c.oversized_pages - over
    this.flows = {
      fromHeap: c.pages_from_heap - c.oversized_pages, fromCache: c.pages_from_cache,
      toHeap: c.pages_to_heap - given, toCache: c.pages_to_cache,
      overTaken: c.oversized_pages, overGiven: given,
    }
    this.scanned = c.chunks_scanned
  }

  /** Frames on page i. */
  frames(i: number): number {
    const next = i + 1 < this.pages.length ? this.pages[i + 1].base : this.depth
    return Math.max(0, next - this.pages[i].base)
  }

  private take(addr: number, bytes: number, flags: number, depth: number): void {
    let origin = Origin.Heap
    if (flags & Flag.Oversized) {
      origin = Origin.Oversized
      this.flows.overTaken++
    } else if (flags & Flag.FromCache) {
      origin = Origin.Cache
      this.flows.fromCache++
      const at = this.cached.lastIndexOf(addr)
      if (at >= 0) this.cached.splice(at, 1)
      else this.cached.shift()
    } else {
      this.flows.fromHeap++
    }
    if (this.pages.some((p) => p.addr === addr)) return
    this.pages.push({ addr, bytes, origin, used: 0, base: Math.max(0, depth) })
    this.current = this.pages.length - 1
  }

  private give(addr: number, flags: number): void {
    for (let i = this.pages.length - 1; i >= 0; i--) {
      if (this.pages[i].addr === addr) {
        this.pages.splice(i, 1)
        break
      }
    }
    this.current = this.pages.length - 1
    if (flags & Flag.Oversized) {
      this.flows.overGiven++
    } else if (flags & Flag.ToCache) {
      this.flows.toCache++
      this.cached.push(addr)
    } else {
      this.flows.toHeap++
    }
  }

  /** Notes that the stack reaches `bytes` beyond `addr`; returns the page's index. */
  private touch(addr: number, bytes: number): number {
    for (let i = this.pages.length - 1; i >= 0; i--) {
      const p = this.pages[i]
      if (addr >= p.addr && addr <= p.addr + p.bytes) {
        p.used = Math.min(p.bytes, addr - p.addr + bytes)
        this.current = i
        // A page left behind had no room for this frame: that much is certain.
        const below = this.pages[i - 1]
        if (bytes > 0 && below && below.used < below.bytes - bytes) below.used = below.bytes - bytes
        return i
      }
    }
    return -1
  }
}
