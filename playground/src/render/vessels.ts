// Draws a row of vessels filled to a level. What they hold is not its business:
// a vessel has a key, a level, a tone and a few words.

import { calm, ease } from './loop'
import { alpha, palette, type Tone } from './palette'
import type { Surface } from './surface'

export interface Vessel {
  key: number
  /** 0 empty, 1 full. */
  level: number
  /** Width in units of an ordinary vessel. */
  span: number
  tone: Tone
  /** Stripes in the filled part; 0 for none. */
  layers: number
  title: string
  /** Below the vessel: what matters, and what more there is room for. */
  note: string
  more: string
  /** The vessel things are happening in. */
  active: boolean
}

interface Drawn extends Vessel {
  x: number
  y: number
  w: number
  h: number
  shown: number
  /** 1 present, 0 gone. */
  presence: number
  leaving: boolean
  /** Fades after something happened to it. */
  glow: number
}

const GAP = 8
const WIDEST = 96
const NARROWEST = 11
const MIN_ROW = 24
const FOOT = 34
const HEAD = 18

export class Vessels {
  private drawn = new Map<number, Drawn>()
  private phase = 0
  /** Vessels left out at the front for want of room. */
  private hidden = 0
  /** Where the next vessels would stand: left edge, width, top, height. */
  private next = { x: 1, w: WIDEST, y: 0, h: 0 }
  selected = -1

  constructor(private readonly surface: Surface, private readonly empty: string) {}

  /** Sets what there is; the drawing moves towards it. */
  set(list: readonly Vessel[]): void {
    const { w, h } = this.surface
    const inner = w - 2
    const rowCap = Math.max(1, Math.floor((h + GAP) / (MIN_ROW + GAP)))
    const perRow = Math.max(1, Math.floor((inner + GAP) / (NARROWEST + GAP)))
    const total = list.reduce((n, v) => n + v.span, 0)
    const room = perRow * rowCap
    this.hidden = Math.max(0, Math.ceil(total - room))
    const shown = this.hidden ? list.slice(this.hidden) : list
    const units = Math.min(total, room)

    // As few rows as keep the vessels comfortable, then as wide as fits.
    let rows = 1
    while (rows < rowCap && (inner + GAP) / Math.ceil(units / rows) - GAP < 26) rows++
    const across = Math.max(Math.ceil(units / rows), 5)
    const unit = Math.min(WIDEST, (inner + GAP) / across - GAP)
    const rowH = (h - (rows - 1) * GAP) / rows

    const seen = new Set<number>()
    let x = 1, row = 0
    for (const v of shown) {
      const width = Math.min(inner, v.span * (unit + GAP) - GAP)
      if (x + width > w + 1 && row < rows - 1) { x = 1; row++ }
      const y = row * (rowH + GAP)
      seen.add(v.key)
      const d = this.drawn.get(v.key)
      if (!d) {
        this.drawn.set(v.key, { ...v, x, y, w: width, h: rowH, shown: calm() ? v.level : 0, presence: calm() ? 1 : 0, leaving: false, glow: 1 })
      } else {
        if (d.leaving) { d.leaving = false; d.glow = 1; d.shown = 0 }
        Object.assign(d, v)
        if (calm() || d.presence === 0) { d.x = x; d.y = y }
        d.x = x; d.y = y; d.w = width; d.h = rowH
      }
      x += width + GAP
    }
    this.next = { x, w: unit, y: row * (rowH + GAP), h: rowH }
    for (const [key, d] of this.drawn) {
      if (seen.has(key) || d.leaving) continue
      if (calm()) this.drawn.delete(key)
      else { d.leaving = true; d.active = false }
    }
  }

  /** Draws one frame; returns whether something still moves. */
  draw(dt: number): boolean {
    const g = this.surface.begin()
    const p = palette()
    let moving = false
    this.phase += dt
    this.drawRoom(g)
    for (const [key, d] of this.drawn) {
      const presence = d.leaving ? 0 : 1
      d.presence = ease(d.presence, presence, dt, d.leaving ? 0.09 : 0.05)
      d.shown = ease(d.shown, d.level, dt, 0.035)
      d.glow = ease(d.glow, 0, dt, 0.16)
      if (d.leaving && d.presence < 0.02) { this.drawn.delete(key); moving = true; continue }
      this.drawVessel(g, d)
      if (d.presence !== presence || d.shown !== d.level || d.glow > 0.01) moving = true
      if (d.active && d.shown > 0 && !calm()) moving = true
    }
    if (this.hidden) {
      g.font = `600 12px ${p.font}`
      const text = `+${this.hidden.toLocaleString('en')} older`
      const w = g.measureText(text).width + 14
      g.fillStyle = p.panel
      g.fillRect(0, 0, w, HEAD)
      g.fillStyle = p.ink
      g.textAlign = 'left'
      g.textBaseline = 'middle'
      g.fillText(text, 4, HEAD / 2)
    }
    return moving
  }

  /** The vessel at a point, for pointing devices. */
  at(x: number, y: number): number {
    for (const [key, d] of this.drawn) {
      if (!d.leaving && x >= d.x && x <= d.x + d.w && y >= d.y && y <= d.y + d.h) return key
    }
    return -1
  }

  // Faint outlines where further vessels would stand.
  private drawRoom(g: CanvasRenderingContext2D): void {
    const p = palette()
    const { w, h } = this.surface
    const none = this.drawn.size === 0
    const n = none ? { x: 1, w: WIDEST, y: 0, h } : this.next
    const words = hasWords(n.w, n.h)
    const head = words ? HEAD : 2, foot = words ? FOOT : 2
    g.strokeStyle = alpha(p.quiet, 0.4)
    g.lineWidth = 1.25
    g.setLineDash([3, 5])
    for (let x = n.x; x + n.w <= w; x += n.w + GAP) {
      beaker(g, x, n.y + head, n.w, Math.max(8, n.h - head - foot))
      g.stroke()
    }
    g.setLineDash([])
    if (!none || !this.empty) return
    g.font = `500 15px ${p.font}`
    g.textAlign = 'center'
    g.textBaseline = 'middle'
    const tw = g.measureText(this.empty).width + 32
    g.fillStyle = p.panel
    g.fillRect((w - tw) / 2, h / 2 - 18, tw, 36)
    g.fillStyle = p.muted
    g.fillText(this.empty, w / 2, h / 2)
  }

  private drawVessel(g: CanvasRenderingContext2D, d: Drawn): void {
    const p = palette()
    const colour = p[d.tone]
    const words = hasWords(d.w, d.h)
    const head = words ? HEAD : 2, foot = words ? FOOT : 2
    const top = d.y + head, body = Math.max(8, d.h - head - foot)
    g.save()
    g.globalAlpha = d.presence
    if (d.leaving) g.translate(0, (1 - d.presence) * 26)
    else if (!calm()) g.translate(0, (1 - d.presence) * -14)

    beaker(g, d.x, top, d.w, body)
    g.fillStyle = alpha(colour, 0.07 + 0.3 * d.glow)
    g.fill()

    // The filled part, with a gentle surface where something happens.
    g.save()
    beaker(g, d.x, top, d.w, body)
    g.clip()
    const level = Math.max(0, Math.min(1, d.shown))
    const y = top + body * (1 - level)
    const fill = g.createLinearGradient(0, top, 0, top + body)
    fill.addColorStop(0, alpha(colour, 0.78))
    fill.addColorStop(1, colour)
    g.fillStyle = fill
    g.beginPath()
    const swell = d.active && !calm() && level > 0 && level < 1 ? Math.min(2.2, body * 0.02) : 0
    g.moveTo(d.x, top + body + 1)
    g.lineTo(d.x, y)
    if (swell) for (let i = 0; i <= d.w; i += 4) g.lineTo(d.x + i, y + Math.sin(i * 0.11 + this.phase * 3.4) * swell)
    g.lineTo(d.x + d.w, y)
    g.lineTo(d.x + d.w, top + body + 1)
    g.fill()
    if (d.tone === 'over') hatch(g, d.x, y, d.w, top + body - y, alpha(p.panel, 0.28))
    if (d.layers > 1 && (body * level) / d.layers >= 3) {
      g.fillStyle = alpha(p.panel, 0.45)
      for (let i = 1; i < d.layers; i++) g.fillRect(d.x, top + body - (body * level * i) / d.layers, d.w, 1)
    }
    g.restore()

    beaker(g, d.x, top, d.w, body)
    g.strokeStyle = colour
    g.lineWidth = d.key === this.selected ? 3 : d.active ? 2 : 1.25
    g.stroke()

    if (words) {
      g.textAlign = 'center'
      g.textBaseline = 'alphabetic'
      g.font = `${d.active ? 700 : 600} 12px ${p.font}`
      g.fillStyle = d.active ? p.ink : p.muted
      const middle = d.x + d.w / 2
      g.fillText(d.w >= 58 ? d.title : d.title.replace(/^\D+/, ''), middle, d.y + 12, d.w + GAP)
      g.fillText(d.note, middle, top + body + 14, d.w + GAP)
      g.font = `400 11.5px ${p.font}`
      g.fillStyle = p.muted
      if (d.w >= 76) g.fillText(d.more, middle, top + body + 29, d.w + GAP)
    }
    g.restore()
  }
}

const hasWords = (w: number, h: number) => w >= 30 && h >= 92

// A vessel open at the top with a rounded bottom.
function beaker(g: CanvasRenderingContext2D, x: number, y: number, w: number, h: number): void {
  const r = Math.min(8, w / 3, h / 3)
  g.beginPath()
  g.moveTo(x, y)
  g.lineTo(x, y + h - r)
  g.quadraticCurveTo(x, y + h, x + r, y + h)
  g.lineTo(x + w - r, y + h)
  g.quadraticCurveTo(x + w, y + h, x + w, y + h - r)
  g.lineTo(x + w, y)
}

function hatch(g: CanvasRenderingContext2D, x: number, y: number, w: number, h: number, colour: string): void {
  g.strokeStyle = colour
  g.lineWidth = 2
  g.beginPath()
  for (let i = -h; i < w; i += 9) {
    g.moveTo(x + i, y + h)
    g.lineTo(x + i + h, y)
  }
  g.stroke()
}
