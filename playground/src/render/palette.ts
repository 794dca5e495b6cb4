// The style sheet's colours, for canvases. Tones tell kinds of things apart by
// hue, lightness and pattern, so that no reader depends on hue alone.

export type Tone = 'heap' | 'cache' | 'over' | 'quiet'

export interface Palette {
  ink: string
  muted: string
  line: string
  panel: string
  heap: string
  cache: string
  over: string
  quiet: string
  small: string
  large: string
  free: string
  font: string
  mono: string
}

let current: Palette | null = null

export function palette(): Palette {
  if (current) return current
  const css = getComputedStyle(document.documentElement)
  const get = (name: string) => css.getPropertyValue(`--${name}`).trim()
  return current = {
    ink: get('ink'), muted: get('muted'), line: get('line'), panel: get('panel'),
    heap: get('heap'), cache: get('cache'), over: get('over'), quiet: get('quiet'),
    small: get('small'), large: get('large'), free: get('free'),
    font: getComputedStyle(document.body).fontFamily, mono: get('mono'),
  }
}

/** To be called when the theme changed. */
export function repaint(): void { current = null }

export function rgb(hex: string): [number, number, number] {
  const n = parseInt(hex.slice(1), 16)
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255]
}

export function alpha(hex: string, a: number): string {
  const [r, g, b] = rgb(hex)
  return `rgba(${r},${g},${b},${a})`
}
