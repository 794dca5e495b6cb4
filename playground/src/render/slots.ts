// A shelf of places, some of them taken.

import { calm, ease } from './loop'
import { alpha, palette, type Tone } from './palette'
import type { Surface } from './surface'

export class Slots {
  private glow: number[] = []
  private shown: number[] = []
  private taken = 0
  private places = 0

  constructor(private readonly surface: Surface, private readonly tone: Tone, private readonly none: string) {}

  set(taken: number, places: number): void {
    for (let i = Math.min(taken, this.taken); i < Math.max(taken, this.taken); i++) this.glow[i] = 1
    this.taken = taken
    this.places = Math.max(places, taken)
  }

  draw(dt: number): boolean {
    const g = this.surface.begin()
    const { w, h } = this.surface
    const p = palette()
    const colour = p[this.tone]
    if (this.places === 0) {
      g.fillStyle = p.muted
      g.font = `500 13px ${p.font}`
      g.textAlign = 'center'
      g.textBaseline = 'middle'
      g.fillText(this.none, w / 2, h / 2)
      return false
    }
    const n = Math.min(this.places, 512)
    const { cols, rows } = grid(n, w, h)
    const cw = w / cols, ch = h / rows
    const gap = Math.min(6, cw * 0.14)
    let moving = false
    for (let i = 0; i < n; i++) {
      const x = (i % cols) * cw + gap / 2, y = Math.floor(i / cols) * ch + gap / 2
      const bw = cw - gap, bh = ch - gap
      const target = i < this.taken ? 1 : 0
      const s = this.shown[i] = ease(this.shown[i] ?? 0, target, dt, 0.05)
      const light = this.glow[i] = calm() ? 0 : ease(this.glow[i] ?? 0, 0, dt, 0.14)
      if (s !== target || light > 0.01) moving = true
      g.beginPath()
      g.roundRect(x, y, bw, bh, Math.min(4, bw / 4))
      g.fillStyle = alpha(colour, 0.05 + 0.25 * light)
      g.fill()
      if (s > 0) {
        g.fillStyle = alpha(colour, s * 0.92)
        g.fill()
      }
      g.strokeStyle = i < this.taken ? colour : p.line
      g.lineWidth = 1.25
      g.stroke()
    }
    return moving
  }
}

// Columns and rows that give n cells the most square shape in a box.
function grid(n: number, w: number, h: number): { cols: number; rows: number } {
  let best = { cols: n, rows: 1 }, worth = -1
  for (let cols = 1; cols <= n; cols++) {
    const rows = Math.ceil(n / cols)
    const cw = w / cols, ch = h / rows
    const side = Math.min(cw, ch * 1.15)
    const waste = Math.min(1, (3 * (cols * rows - n)) / n)
    if (side * (1 - waste) > worth) { worth = side * (1 - waste); best = { cols, rows } }
  }
  return best
}
