// The settings as a form.

import { LIMITS, MEMORY_LIMITS, normalise, PAGE_SIZES, type Settings } from '../settings'
import { $, h, say } from './dom'
import { bytes, count } from './format'

export class SettingsForm {
  private readonly page = $<HTMLSelectElement>('set-page')
  private readonly cache = $<HTMLInputElement>('set-cache')
  private readonly memory = $<HTMLSelectElement>('set-memory')
  private readonly optimizer = $<HTMLInputElement>('set-optimizer')
  private readonly fragment = $<HTMLInputElement>('set-fragment')
  private readonly blocks = $<HTMLInputElement>('set-blocks')
  private readonly size = $<HTMLInputElement>('set-size')

  constructor(initial: Settings, changed: (s: Settings) => void) {
    for (const n of PAGE_SIZES) this.page.append(h('option', { value: n }, bytes(n)))
    for (const m of MEMORY_LIMITS) this.memory.append(h('option', { value: m }, m === '-1' ? 'none' : m.replace(/([MG])$/, ' $1B')))
    for (const [input, [lo, hi]] of [[this.cache, LIMITS.cacheLimit], [this.blocks, LIMITS.blocks], [this.size, LIMITS.blockBytes]] as const) {
      input.min = String(lo)
      input.max = String(hi)
    }
    this.value = initial
    $('settings').addEventListener('change', () => {
      this.value = this.value
      changed(this.value)
    })
    $('settings-form').addEventListener('submit', (e) => e.preventDefault())
  }

  get value(): Settings {
    const number = (e: HTMLInputElement) => (e.value.trim() === '' ? undefined : Number(e.value))
    return normalise({
      pageBytes: Number(this.page.value), cacheLimit: number(this.cache), memoryLimit: this.memory.value,
      optimizer: this.optimizer.checked, fragment: this.fragment.checked, blocks: number(this.blocks), blockBytes: number(this.size),
    })
  }

  set value(s: Settings) {
    this.page.value = String(s.pageBytes)
    this.cache.value = String(s.cacheLimit)
    this.memory.value = s.memoryLimit
    this.optimizer.checked = s.optimizer
    this.fragment.checked = s.fragment
    this.blocks.value = String(s.blocks)
    this.size.value = String(s.blockBytes)
    for (const e of [this.blocks, this.size]) e.disabled = !s.fragment
    say($('settings-summary'), [
      `${bytes(s.pageBytes)} pages`,
      s.cacheLimit ? `cache ${count(s.cacheLimit)}` : 'cache off',
      s.fragment ? `fragmented heap, ${count(s.blocks)} × ${bytes(s.blockBytes)}` : 'fresh heap',
      ...(s.optimizer ? ['optimizer'] : []),
    ].join(' · '))
  }
}
