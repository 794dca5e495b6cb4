// Shows a finished run again, event by event if wished. It owns the position;
// what is drawn belongs to others.

import type { Loop } from './render/loop'
import { Flag, Kind } from './protocol'
import type { Cursor, Recording } from './recording'
import type { Records } from './records'

export interface Passed { fromHeap: number; fromCache: number; toHeap: number; toCache: number }

/** Events a second; 0 means "the whole run in eight seconds". */
export const SPEEDS = [1, 5, 25, 100, 1000, 0] as const
const FIT_SECONDS = 8
const SLOWEST_FIT = 25

export class Player {
  rec: Recording | null = null
  cursor: Cursor | null = null
  playing = false
  speed = 0
  private at = 0
  private readonly wake: () => void

  constructor(loop: Loop, private readonly moved: (passed: Passed) => void) {
    this.wake = loop.add((dt) => this.frame(dt))
  }

  open(rec: Recording, atEnd: boolean): void {
    this.rec = rec
    this.cursor = rec.cursor()
    this.playing = false
    this.seek(atEnd ? rec.total : rec.first)
  }

  close(): void {
    this.rec = this.cursor = null
    this.playing = false
  }

  get index(): number { return Math.max(0, this.cursor?.index ?? 0) }

  seek(n: number): void {
    if (!this.cursor) return
    this.at = n
    this.step(n)
  }

  play(): void {
    if (!this.rec) return
    if (this.index >= this.rec.total) this.seek(this.rec.first)
    this.playing = true
    this.wake()
    this.moved(none())
  }

  pause(): void {
    this.playing = false
    this.moved(none())
  }

  /** To the next, or the previous, event that moves a page. */
  stepPage(forward: boolean): void {
    const rec = this.rec
    if (!rec || !this.cursor) return
    this.playing = false
    const probe = rec.cursor()
    const WINDOW = 20_000
    if (forward) {
      let found = rec.total
      probe.moveTo(this.index)
      while (found === rec.total && probe.index < rec.total) {
        const from = probe.index
        let i = from
        probe.moveTo(Math.min(rec.total, from + WINDOW), (r) => {
          i++
          if (found === rec.total && movesPage(r)) found = i
        })
        if (probe.index === from) break
      }
      this.seek(found)
    } else {
      let found = rec.first
      let end = this.index - 1
      while (end > rec.first && found === rec.first) {
        const from = Math.max(rec.first, end - WINDOW)
        let i = from
        probe.moveTo(from)
        probe.moveTo(end, (r) => {
          i++
          if (movesPage(r)) found = i
        })
        end = from
      }
      this.seek(found)
    }
  }

  /** The last event applied, for words about it. */
  lastEvent(read: (r: Records) => void): void {
    if (!this.rec || this.index <= this.rec.first) return
    const probe = this.rec.cursor()
    probe.moveTo(this.index - 1)
    probe.moveTo(this.index, read)
  }

  private frame(dt: number): boolean {
    const rec = this.rec
    if (!this.playing || !rec) return false
    const rate = this.speed || Math.max(SLOWEST_FIT, (rec.total - rec.first) / FIT_SECONDS)
    this.at = Math.min(rec.total, Math.max(this.at, this.index) + rate * dt)
    if (this.at >= rec.total) this.playing = false
    this.step(Math.floor(this.at))
    return this.playing
  }

  private step(n: number): void {
    const passed = none()
    this.cursor!.moveTo(n, (r) => tally(r, passed))
    this.moved(passed)
  }
}

const none = (): Passed => ({ fromHeap: 0, fromCache: 0, toHeap: 0, toCache: 0 })
const movesPage = (r: Records) => r.kind === Kind.PageTake || r.kind === Kind.PageGive

/** Counts pages that pass. */
export function tally(r: Records, into: Passed): void {
  if (r.kind === Kind.PageTake) {
    if (r.flags & Flag.FromCache) into.fromCache++
    else into.fromHeap++
  } else if (r.kind === Kind.PageGive) {
    if (r.flags & Flag.ToCache) into.toCache++
    else into.toHeap++
  }
}
