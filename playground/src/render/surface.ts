// A canvas that fills its box at the screen's resolution.

export class Surface {
  readonly ctx: CanvasRenderingContext2D
  /** Size in CSS pixels. */
  w = 0
  h = 0

  constructor(readonly canvas: HTMLCanvasElement, changed: () => void) {
    this.ctx = canvas.getContext('2d')!
    new ResizeObserver(() => { if (this.measure()) changed() }).observe(canvas)
    this.measure()
  }

  /** Clears the canvas and sets up a coordinate system in CSS pixels. */
  begin(): CanvasRenderingContext2D {
    const dpr = this.scale
    this.ctx.setTransform(dpr, 0, 0, dpr, 0, 0)
    this.ctx.clearRect(0, 0, this.w, this.h)
    return this.ctx
  }

  private get scale(): number { return Math.min(3, devicePixelRatio || 1) }

  /** Takes the box's size over; returns whether it changed. */
  private measure(): boolean {
    const box = this.canvas.getBoundingClientRect()
    this.w = Math.round(box.width)
    this.h = Math.round(box.height)
    const w = Math.round(this.w * this.scale), h = Math.round(this.h * this.scale)
    if (this.canvas.width === w && this.canvas.height === h) return false
    this.canvas.width = w
    this.canvas.height = h
    return true
  }
}
