// One run as the page remembers it: a bounded run of record batches, each with
// the model as it stood at its start, so that any moment kept can be shown
// again. Beyond the bound the oldest batches go; totals come from the core and
// stay exact.

import { HeapMap } from './heap'
import { StackModel } from './model'
import type { CoreState } from './protocol'
import { Records } from './records'
import { Series } from './series'

/** Records kept per run: 48 bytes each. */
const KEEP = 400_000

interface Batch {
  records: Records
  /** Number, within the recording, of its first record. */
  first: number
  /** The model before it, exact states that arrived in between included. */
  start: StackModel
}

export class Recording {
  readonly series = new Series()
  readonly names: string[] = []
  readonly live = new StackModel()
  readonly heap = new HeapMap()
  last: CoreState | null = null
  final: CoreState | null = null
  /** Records the worker could not pass on in time. */
  lost = 0
  /** Records dropped here, from the front. */
  forgotten = 0
  total = 0
  /** Wall time of the run in milliseconds, once it is over. */
  ms = 0
  status: number | null = null
  stopped = false
  failure = ''

  private batches: Batch[] = []
  private kept = 0

  constructor(readonly label: string, readonly cacheLimit: number, readonly pageBytes: number) {}

  /** Takes a batch in. `seen` is called after each record with the model as it then stands. */
  add(buffer: ArrayBuffer, count: number, lost: number, seen?: (r: Records, m: StackModel) => void): void {
    const records = new Records(buffer, count)
    this.batches.push({ records, first: this.total, start: this.live.clone() })
    this.lost += lost
    for (let i = 0; i < count; i++) {
      const r = records.seek(i)
      this.live.apply(r)
      this.series.add(this.live)
      seen?.(r, this.live)
    }
    this.total += count
    this.kept += count
    while (this.kept > KEEP && this.batches.length > 1) {
      const old = this.batches.shift()!
      this.kept -= old.records.count
      this.forgotten += old.records.count
    }
  }

  sync(s: CoreState): void {
    this.last = s
    if (s.final) this.final = s
    this.live.sync(s)
    this.series.add(this.live)
  }

  /** Number of the first record that can still be shown. */
  get first(): number { return this.batches[0]?.first ?? 0 }
  get duration(): number { return Math.max(this.live.time, this.last?.time ?? 0) }

  /** Time in nanoseconds of record n, counted from 0. */
  timeOf(n: number): number {
    const b = this.batchOf(n)
    return b ? b.records.timeOf(Math.min(b.records.count - 1, Math.max(0, n - b.first))) : 0
  }

  /** Number of the last record at or before a time. */
  indexAt(time: number): number {
    let lo = this.first, hi = this.total
    while (lo < hi) {
      const mid = (lo + hi) >>> 1
      if (this.timeOf(mid) <= time) lo = mid + 1
      else hi = mid
    }
    return Math.max(this.first, lo - 1)
  }

  private batchOf(n: number): Batch | undefined {
    const i = this.batchIndex(n)
    return this.batches[i]
  }

  batchIndex(n: number): number {
    let lo = 0, hi = this.batches.length - 1
    while (lo < hi) {
      const mid = (lo + hi + 1) >>> 1
      if (this.batches[mid].first <= n) lo = mid
      else hi = mid - 1
    }
    return lo
  }

  /** Opens a cursor for looking at any moment. */
  cursor(): Cursor { return new Cursor(this, this.batches) }
}

/** A model that can be moved to any record kept. */
export class Cursor {
  model = new StackModel()
  /** Records applied so far, counted from the recording's beginning. */
  index = -1

  constructor(private readonly rec: Recording, private batches: Batch[]) {}

  /** Moves so that `n` records have been applied. `seen` hears of every record passed going forward. */
  moveTo(n: number, seen?: (r: Records) => void): void {
    const rec = this.rec
    n = Math.max(rec.first, Math.min(rec.total, Math.round(n)))
    if (!this.batches.length) return
    let at = rec.batchIndex(Math.max(rec.first, n - 1))
    const target = this.batches[at]
    // Going back, or far ahead unheard: start from what the batch remembers.
    if (this.index < rec.first || n < this.index || (!seen && this.index < target.first)) {
      this.model = target.start.clone()
      this.index = target.first
    } else {
      at = rec.batchIndex(this.index)
    }
    for (; at < this.batches.length && this.index < n; at++) {
      const b = this.batches[at]
      if (this.index === b.first) this.model = b.start.clone()
      const end = Math.min(b.records.count, n - b.first)
      for (let i = this.index - b.first; i < end; i++) {
        const r = b.records.seek(i)
        this.model.apply(r)
        seen?.(r)
        this.index++
      }
    }
  }
}
