// A summary for those who listen instead of look: said at the start, now and
// then while a program runs, and at the end.

import type { Recording } from '../recording'
import { count, duration, plural } from './format'

const EVERY_MS = 4000

export class Announcer {
  private last = 0

  constructor(private readonly region: HTMLElement) {}

  say(text: string): void {
    this.last = performance.now()
    this.region.textContent = text
  }

  progress(rec: Recording): void {
    if (performance.now() - this.last < EVERY_MS) return
    const m = rec.live
    this.say(`Running, ${duration(m.time)}: ${plural(m.pages.length, 'page')} in use, depth ${count(m.depth)}, ` +
      `${count(m.flows.fromHeap)} taken from the heap, ${count(m.flows.fromCache)} from the cache.`)
  }

  over(rec: Recording): void { this.say(summary(rec)) }
}

/** One sentence about a run. */
export function summary(rec: Recording): string {
  const c = rec.last?.counters
  const head = rec.failure ? 'The engine stopped' : rec.stopped ? 'Stopped' : `Ended with status ${rec.status ?? 0}`
  if (!c) return `${head} after ${duration(rec.ms * 1e6)}.`
  return `${head} after ${duration(rec.ms * 1e6)}: peak depth ${count(c.peak_depth)} in ${plural(c.peak_pages, 'page')}, ` +
    `${plural(c.pages_from_heap, 'page')} from the heap, ${count(c.pages_from_cache)} from the cache, ` +
    `${plural(c.chunks_scanned, 'chunk')} searched.`
}
