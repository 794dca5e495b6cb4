// Numbers and sizes as people read them.

const whole = new Intl.NumberFormat('en')

export const count = (n: number) => whole.format(Math.round(n))
export const plural = (n: number, one: string, many = one + 's') => `${count(n)} ${Math.round(n) === 1 ? one : many}`

export function bytes(n: number): string {
  if (n < 1024) return `${count(n)} B`
  if (n < 1 << 20) return `${trim(n / 1024)} KB`
  if (n < 1 << 30) return `${trim(n / (1 << 20))} MB`
  return `${trim(n / (1 << 30))} GB`
}

export function duration(ns: number): string {
  if (ns < 1e3) return `${count(ns)} ns`
  if (ns < 1e6) return `${trim(ns / 1e3)} µs`
  if (ns < 1e9) return `${trim(ns / 1e6)} ms`
  return `${trim(ns / 1e9)} s`
}

/** A short form for tight places: 12.3k, 4.5M. */
export function short(n: number): string {
  if (n < 10_000) return count(n)
  if (n < 1e6) return `${trim(n / 1e3)}k`
  if (n < 1e9) return `${trim(n / 1e6)}M`
  return `${trim(n / 1e9)}G`
}

export const hex = (n: number) => `0x${n.toString(16)}`

export function times(factor: number): string {
  return factor >= 9.95 ? count(factor) : factor.toFixed(1)
}

const trim = (n: number) => (n >= 100 ? count(n) : n.toFixed(n >= 10 ? 1 : 2).replace(/\.?0+$/, ''))
