// What the program printed. Bounded: beyond the cap bytes are counted only.

import { bytes, count } from './format'
import { say } from './dom'

const CAP = 200_000

export class Output {
  private text = new TextDecoder()
  private shown = 0
  private beyond = 0
  private last: HTMLElement | null = null

  constructor(private readonly pre: HTMLElement, private readonly note: HTMLElement) { this.clear() }

  clear(): void {
    this.pre.replaceChildren()
    this.text = new TextDecoder()
    this.shown = this.beyond = 0
    this.last = null
    say(this.note, '')
  }

  /** Starts a part under a heading of its own, for several runs in a row. */
  section(title: string): void {
    const e = document.createElement('span')
    e.className = 'output-section'
    e.textContent = title
    this.pre.append(e)
    this.last = null
  }

  add(fd: number, data: Uint8Array, lost: number): void {
    const room = Math.max(0, CAP - this.shown)
    const part = data.subarray(0, room)
    this.shown += part.length
    this.beyond += data.length - part.length + lost
    if (part.length) {
      const kind = fd === 2 ? 'engine' : 'program'
      if (this.last?.className !== kind) {
        this.last = document.createElement('span')
        this.last.className = kind
        this.pre.append(this.last)
      }
      const down = this.pre.scrollTop + this.pre.clientHeight >= this.pre.scrollHeight - 8
      this.last.append(this.text.decode(part, { stream: true }))
      if (down) this.pre.scrollTop = this.pre.scrollHeight
    }
    if (this.beyond) say(this.note, `The first ${bytes(CAP)} are shown; ${count(this.beyond)} bytes more were printed.`)
  }

  fail(message: string): void {
    const e = document.createElement('span')
    e.className = 'failure'
    e.textContent = `${message}\n`
    this.pre.append(e)
    this.last = null
  }
}
