// The timeline's data: depth and pages over the whole run in a fixed number of
// buckets. When time outgrows them, neighbours are merged and each bucket
// covers twice as much, so memory is bounded and nothing is sampled away: a
// bucket keeps its highest and lowest value.

import type { StackModel } from './model'

const BUCKETS = 1024

export class Series {
  /** Nanoseconds a bucket covers. */
  width = 1000
  length = 0
  private readonly high = new Float64Array(BUCKETS)
  private readonly low = new Float64Array(BUCKETS)
  private readonly pageHigh = new Float64Array(BUCKETS)
  private readonly pageLow = new Float64Array(BUCKETS)
  private readonly cachedHigh = new Float64Array(BUCKETS)
  private depth = 0
  private pages = 0
  private cached = 0

  add(m: StackModel): void {
    let i = Math.floor(m.time / this.width)
    while (i >= BUCKETS) {
      this.halve()
      i = Math.floor(m.time / this.width)
    }
    // Buckets nothing happened in keep the values that stood.
    while (this.length <= i) this.open()
    const pages = m.pages.length, cached = m.cached.length
    if (m.depth > this.high[i]) this.high[i] = m.depth
    if (m.depth < this.low[i]) this.low[i] = m.depth
    if (pages > this.pageHigh[i]) this.pageHigh[i] = pages
    if (pages < this.pageLow[i]) this.pageLow[i] = pages
    if (cached > this.cachedHigh[i]) this.cachedHigh[i] = cached
    this.depth = m.depth
    this.pages = pages
    this.cached = cached
  }

  private open(): void {
    const i = this.length++
    this.high[i] = this.low[i] = this.depth
    this.pageHigh[i] = this.pageLow[i] = this.pages
    this.cachedHigh[i] = this.cached
  }

  private halve(): void {
    const n = Math.ceil(this.length / 2)
    for (let i = 0; i < n; i++) {
      const a = 2 * i, b = Math.min(2 * i + 1, this.length - 1)
      this.high[i] = Math.max(this.high[a], this.high[b])
      this.low[i] = Math.min(this.low[a], this.low[b])
      this.pageHigh[i] = Math.max(this.pageHigh[a], this.pageHigh[b])
      this.pageLow[i] = Math.min(this.pageLow[a], this.pageLow[b])
      this.cachedHigh[i] = Math.max(this.cachedHigh[a], this.cachedHigh[b])
    }
    this.length = n
    this.width *= 2
  }

  /** Columns for a chart: time in ms, depth high, depth low, pages high, pages low, cached. */
  columns(): number[][] {
    const out: number[][] = [[], [], [], [], [], []]
    for (let i = 0; i < this.length; i++) {
      out[0].push((i * this.width) / 1e6)
      out[1].push(this.high[i])
      out[2].push(this.low[i])
      out[3].push(this.pageHigh[i])
      out[4].push(this.pageLow[i])
      out[5].push(this.cachedHigh[i])
    }
    return out
  }
}
