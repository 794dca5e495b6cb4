// A map of tiles, each a small grid of cells in one of a few colours. Tiles are
// painted once into an atlas, one pixel a cell, and scaled from there: sharp
// squares when large, an honest average when small.

import { alpha, palette, rgb } from './palette'
import type { Surface } from './surface'

const COLS = 32
const ROWS = 16
const PER_ROW = 64 // tiles across the atlas
export const TILE_CELLS = COLS * ROWS

export interface TileLayout { tw: number; th: number; cols: number; gap: number; top: number }

export class Tiles {
  private atlas = document.createElement('canvas')
  private ctx = this.atlas.getContext('2d')!
  private image = this.ctx.createImageData(COLS, ROWS)
  private colours: [number, number, number][] = []
  private count = 0
  layout: TileLayout = { tw: 0, th: 0, cols: 1, gap: 0, top: 0 }
  selected = -1

  constructor(private readonly surface: Surface, private readonly empty: string) {}

  /** Colours by cell value, as #rrggbb. Tiles must be painted anew afterwards. */
  setColours(list: string[]): void { this.colours = list.map(rgb) }

  resize(count: number): void {
    this.count = count
    const rows = Math.max(1, Math.ceil(count / PER_ROW))
    const h = rows * ROWS, w = Math.min(Math.max(1, count), PER_ROW) * COLS
    if (this.atlas.width >= w && this.atlas.height >= h) return
    const old = this.atlas
    this.atlas = document.createElement('canvas')
    this.atlas.width = Math.max(w, old.width)
    this.atlas.height = Math.max(h, old.height * (h > old.height ? 2 : 1))
    this.ctx = this.atlas.getContext('2d')!
    if (old.width && old.height) this.ctx.drawImage(old, 0, 0)
  }

  /** Paints tile i from TILE_CELLS values starting at `at`. */
  paint(i: number, cells: Uint8Array, at: number): void {
    const d = this.image.data
    for (let c = 0; c < TILE_CELLS; c++) {
      const rgbv = this.colours[cells[at + c]] ?? this.colours[0]
      d[c * 4] = rgbv[0]; d[c * 4 + 1] = rgbv[1]; d[c * 4 + 2] = rgbv[2]; d[c * 4 + 3] = 255
    }
    this.ctx.putImageData(this.image, (i % PER_ROW) * COLS, Math.floor(i / PER_ROW) * ROWS)
  }

  draw(): boolean {
    const g = this.surface.begin()
    const { w, h } = this.surface
    const p = palette()
    if (this.count === 0) {
      g.font = `500 13px ${p.font}`
      g.textAlign = 'center'
      g.textBaseline = 'middle'
      g.fillStyle = p.muted
      g.fillText(this.empty, w / 2, h / 2)
      return false
    }
    const { tw, th, cols, gap } = this.layout = fit(this.count, w, h)
    g.imageSmoothingEnabled = tw < COLS
    g.imageSmoothingQuality = 'high'
    for (let i = 0; i < this.count; i++) {
      const x = (i % cols) * (tw + gap), y = Math.floor(i / cols) * (th + gap)
      if (y > h) break
      g.drawImage(this.atlas, (i % PER_ROW) * COLS, Math.floor(i / PER_ROW) * ROWS, COLS, ROWS, x, y, tw, th)
      if (tw >= COLS * 5) this.lines(g, x, y, tw, th)
      if (gap >= 2) {
        g.strokeStyle = i === this.selected ? p.ink : alpha(p.muted, 0.45)
        g.lineWidth = i === this.selected ? 2 : 1
        g.strokeRect(x + 0.5, y + 0.5, tw - 1, th - 1)
      }
    }
    return false
  }

  /** The tile at a point, or -1. */
  at(x: number, y: number): number {
    const { tw, th, cols, gap } = this.layout
    const c = Math.floor(x / (tw + gap)), r = Math.floor(y / (th + gap))
    const i = r * cols + c
    return c >= 0 && c < cols && i >= 0 && i < this.count ? i : -1
  }

  private lines(g: CanvasRenderingContext2D, x: number, y: number, tw: number, th: number): void {
    g.strokeStyle = alpha(palette().panel, 0.55)
    g.lineWidth = 1
    g.beginPath()
    for (let c = 1; c < COLS; c++) { g.moveTo(x + (tw * c) / COLS, y); g.lineTo(x + (tw * c) / COLS, y + th) }
    for (let r = 1; r < ROWS; r++) { g.moveTo(x, y + (th * r) / ROWS); g.lineTo(x + tw, y + (th * r) / ROWS) }
    g.stroke()
  }
}

// The largest tiles, two cells wide to one high, with which all fit.
function fit(n: number, w: number, h: number): TileLayout {
  let best: TileLayout = { tw: 2, th: 1, cols: Math.max(1, Math.floor(w / 3)), gap: 1, top: 0 }
  for (let cols = 1; cols <= Math.min(n, Math.floor(w / 3)); cols++) {
    const rows = Math.ceil(n / cols)
    const gap = cols > 48 ? 1 : cols > 12 ? 3 : 6
    const tw = Math.min((w - (cols - 1) * gap) / cols, ((h - (rows - 1) * gap) / rows) * 2)
    if (tw > best.tw) best = { tw, th: tw / 2, cols, gap, top: 0 }
  }
  return best
}
