// A channel in which drops rise and fall. It shows that something passes and
// roughly how much; exact numbers stand beside it as text.

import { calm, ease } from './loop'
import { alpha, palette, type Tone } from './palette'
import type { Surface } from './surface'

interface Drop { at: number; x: number; up: boolean; speed: number }

const MOST = 48
const DROP_W = 11
const DROP_H = 7

export class Flow {
  private drops: Drop[] = []
  private pressUp = 0
  private pressDown = 0
  private seed = 7

  constructor(private readonly surface: Surface, private readonly tone: Tone) {}

  /** Lets n drops pass. */
  pass(up: boolean, n: number): void {
    if (n <= 0) return
    if (up) this.pressUp = 1
    else this.pressDown = 1
    if (calm()) return
    for (let i = 0; i < n && this.drops.length < MOST; i++) {
      this.drops.push({ at: i > 0 ? -this.random() * 0.15 : 0, x: this.random(), up, speed: 2.1 + this.random() * 0.9 })
    }
  }

  draw(dt: number): boolean {
    const g = this.surface.begin()
    const { w, h } = this.surface
    const p = palette()
    const colour = p[this.tone]
    const mid = w / 2
    // Two lanes: left up, right down.
    for (const [press, x0, up] of [[this.pressUp, 0, true], [this.pressDown, mid, false]] as const) {
      g.fillStyle = alpha(colour, 0.06 + 0.16 * press)
      lane(g, x0 + 3, 1, mid - 6, h - 2, up)
      g.fill()
      g.strokeStyle = alpha(colour, 0.3 + 0.5 * press)
      g.lineWidth = 1.25
      g.stroke()
    }
    g.fillStyle = colour
    for (const d of this.drops) {
      d.at += d.speed * dt
      if (d.at < 0 || d.at > 1) continue
      const y = d.up ? h - d.at * h : d.at * h
      const lx = (d.up ? 3 : mid + 3) + 5 + d.x * Math.max(0, mid - 6 - 10 - DROP_W)
      g.beginPath()
      g.roundRect(lx, y - DROP_H / 2, DROP_W, DROP_H, 2)
      g.fill()
    }
    this.drops = this.drops.filter((d) => d.at <= 1)
    this.pressUp = ease(this.pressUp, 0, dt, 0.12)
    this.pressDown = ease(this.pressDown, 0, dt, 0.12)
    return this.drops.length > 0 || this.pressUp > 0.01 || this.pressDown > 0.01
  }

  reset(): void { this.drops = [] }

  private random(): number {
    this.seed = (this.seed * 16807) % 2147483647
    return this.seed / 2147483647
  }
}

// A broad arrow.
function lane(g: CanvasRenderingContext2D, x: number, y: number, w: number, h: number, up: boolean): void {
  const tip = Math.min(12, h * 0.4)
  g.beginPath()
  if (up) {
    g.moveTo(x + w / 2, y)
    g.lineTo(x + w, y + tip)
    g.lineTo(x + w, y + h)
    g.lineTo(x, y + h)
    g.lineTo(x, y + tip)
  } else {
    g.moveTo(x + w / 2, y + h)
    g.lineTo(x + w, y + h - tip)
    g.lineTo(x + w, y)
    g.lineTo(x, y)
    g.lineTo(x, y + h - tip)
  }
  g.closePath()
}
