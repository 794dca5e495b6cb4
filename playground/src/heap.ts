// The heap's chunks, page by page: the core's map of what each heap page holds,
// with the VM stack's pages laid over it from the model that is on show.

import { Cell, CELLS_PER_CHUNK, CHUNK_BYTES, HEAP_PAGE_BYTES, type ChunkState } from './protocol'
import { Origin, type StackModel } from './model'

export interface ChunkSummary {
  index: number
  addr: number
  free: number
  small: number
  large: number
  stack: number
  cached: number
  /** Longest run of free heap pages. */
  hole: number
}

export class HeapMap {
  /** Chunk addresses in list order. */
  addrs: number[] = []
  private base = new Map<number, Uint8Array>()
  private index = new Map<number, number>()
  private laid = new Set<number>()
  private readonly buffer = new Uint8Array(CELLS_PER_CHUNK)

  clear(): void {
    this.addrs = []
    this.base.clear()
    this.index.clear()
    this.laid.clear()
  }

  /** Takes the core's map; returns the indices of tiles to be painted anew. */
  sync(chunks: readonly ChunkState[]): number[] {
    const dirty: number[] = []
    const next: number[] = []
    for (let i = 0; i < chunks.length; i++) {
      const [addr, digits] = chunks[i]
      next.push(addr)
      let cells = this.base.get(addr)
      if (digits !== null) {
        cells ??= new Uint8Array(CELLS_PER_CHUNK)
        unpack(digits, cells)
        this.base.set(addr, cells)
        dirty.push(i)
      } else if (this.addrs[i] !== addr) {
        if (!cells) this.base.set(addr, new Uint8Array(CELLS_PER_CHUNK))
        dirty.push(i)
      }
    }
    this.addrs = next
    this.index = new Map(next.map((a, i) => [a, i]))
    for (const a of this.base.keys()) if (!this.index.has(a)) this.base.delete(a)
    return dirty
  }

  /** Indices of tiles whose stack pages are not as they were when last asked. */
  overlay(m: StackModel, pageBytes: number): number[] {
    const now = new Set<number>()
    for (const p of m.pages) this.spots(p.addr, p.bytes, now)
    for (const a of m.cached) if (a) this.spots(a, pageBytes, now)
    const all = new Set([...now, ...this.laid])
    this.laid = now
    return [...all]
  }

  /** The cells of chunk i with the model's stack pages in place; valid until the next call. */
  cells(i: number, m: StackModel, pageBytes: number): Uint8Array {
    const addr = this.addrs[i]
    const out = this.buffer
    const base = this.base.get(addr)
    if (base) out.set(base)
    else out.fill(Cell.Free)
    for (const p of m.pages) lay(out, addr, p.addr, p.bytes, p.origin === Origin.Oversized ? Cell.Oversized : Cell.StackPage)
    for (const a of m.cached) if (a) lay(out, addr, a, pageBytes, Cell.CachedPage)
    return out
  }

  summary(i: number, m: StackModel, pageBytes: number): ChunkSummary {
    const cells = this.cells(i, m, pageBytes)
    const s: ChunkSummary = { index: i, addr: this.addrs[i], free: 0, small: 0, large: 0, stack: 0, cached: 0, hole: 0 }
    let run = 0
    for (const c of cells) {
      run = c === Cell.Free ? run + 1 : 0
      if (run > s.hole) s.hole = run
      if (c === Cell.Free) s.free++
      else if (c === Cell.Small) s.small++
      else if (c === Cell.Large) s.large++
      else if (c === Cell.StackPage || c === Cell.Oversized) s.stack++
      else if (c === Cell.CachedPage) s.cached++
    }
    return s
  }

  private spots(addr: number, bytes: number, into: Set<number>): void {
    const i = this.index.get(addr - (addr % CHUNK_BYTES))
    if (i !== undefined && bytes <= CHUNK_BYTES) into.add(i)
  }
}

function lay(cells: Uint8Array, chunk: number, addr: number, bytes: number, value: Cell): void {
  const from = (addr - chunk) / HEAP_PAGE_BYTES
  if (from < 0 || from >= CELLS_PER_CHUNK) return
  cells.fill(value, from, Math.min(CELLS_PER_CHUNK, from + Math.ceil(bytes / HEAP_PAGE_BYTES)))
}

// Stack pages are laid over from the model, so in the base they count as free.
function unpack(digits: string, into: Uint8Array): void {
  for (let i = 0; i < CELLS_PER_CHUNK; i++) {
    const c = digits.charCodeAt(i) - 48
    into[i] = c === Cell.Small || c === Cell.Large || c === Cell.Header ? c : Cell.Free
  }
}
