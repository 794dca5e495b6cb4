// Bundles what the core reports into a message every frame or so. A program can
// make millions of records and megabytes of output a second, more than the page
// could draw. So records are rationed: a burst passes whole, which is all of a
// short run; beyond it a steady rate does. The others are counted, not kept, and
// the states that follow put the page's picture right again.

import { RECORD_BYTES, type CoreState, type WorkerMessage } from './protocol'

const SLICE_MS = 16
const MAX_RECORDS = 8192
/** Records that may pass at once, and those that may be added to it per millisecond. */
const BURST = 150_000
const REFILL = 200
const MAX_OUTPUT = 64 << 10
const MAX_TAIL = 8 << 10

export class Outbox {
  private records = new Uint8Array(MAX_RECORDS * RECORD_BYTES)
  private count = 0
  private ration = BURST
  private lost = 0
  private output = new Uint8Array(MAX_OUTPUT)
  private tail = new Uint8Array(0)
  private written = 0
  private fd = 1
  private outputLost = 0
  private sent = performance.now()

  constructor(private readonly post: (m: WorkerMessage, transfer?: Transferable[]) => void) {}

  /** Takes n records; `bytes` is only read. */
  addRecords(bytes: Uint8Array, n: number): void {
    let from = 0
    while (n > 0) {
      if (this.ration === 0 && this.due()) this.flush()
      if (this.ration === 0) {
        this.lost += n
        return
      }
      if (this.count === MAX_RECORDS) this.flush()
      const room = Math.min(n, MAX_RECORDS - this.count, this.ration)
      this.ration -= room
      this.records.set(bytes.subarray(from, from + room * RECORD_BYTES), this.count * RECORD_BYTES)
      this.count += room
      from += room * RECORD_BYTES
      n -= room
    }
    this.tick()
  }

  addOutput(fd: number, bytes: Uint8Array): void {
    if (fd !== this.fd) {
      this.flushOutput()
      this.fd = fd
    }
    const room = Math.min(bytes.length, MAX_OUTPUT - this.written)
    this.output.set(bytes.subarray(0, room), this.written)
    this.written += room
    if (room < bytes.length) this.addTail(bytes.subarray(room))
    this.tick()
  }

  /** Of what there is no room for the end is kept: it is where programs say why they ended. */
  private addTail(bytes: Uint8Array): void {
    const keep = bytes.subarray(Math.max(0, bytes.length - MAX_TAIL))
    const old = this.tail.subarray(Math.max(0, this.tail.length + keep.length - MAX_TAIL))
    this.outputLost += bytes.length + this.tail.length - keep.length - old.length
    const tail = new Uint8Array(old.length + keep.length)
    tail.set(old)
    tail.set(keep, old.length)
    this.tail = tail
  }

  addName(index: number, text: string): void { this.post({ type: 'name', index, text }) }

  addState(state: CoreState): void {
    this.flush()
    this.post({ type: 'state', state })
  }

  /** To be called now and then, so that nothing waits while the program computes. */
  tick(): void { if (this.due()) this.flush() }

  flush(): void {
    const now = performance.now()
    this.ration = Math.min(BURST, this.ration + Math.round((now - this.sent) * REFILL))
    this.sent = now
    if (this.count > 0 || this.lost > 0) {
      const buffer = this.records.slice(0, this.count * RECORD_BYTES).buffer
      this.post({ type: 'records', buffer, count: this.count, lost: this.lost }, [buffer])
      this.count = this.lost = 0
    }
    this.flushOutput()
  }

  private due(): boolean { return performance.now() - this.sent >= SLICE_MS }

  private flushOutput(): void {
    if (this.written === 0 && this.outputLost === 0) return
    const bytes = this.output.slice(0, this.written)
    this.post({ type: 'output', fd: this.fd, bytes, lost: this.outputLost }, [bytes.buffer])
    this.written = this.outputLost = 0
    if (this.tail.length > 0) {
      const bytes = this.tail
      this.tail = new Uint8Array(0)
      this.post({ type: 'output', fd: this.fd, bytes, lost: 0 }, [bytes.buffer])
    }
  }
}
