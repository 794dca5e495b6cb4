// Light, dark, or as the system has it. Canvases and charts are told.

import { repaint } from '../render/palette'

type Choice = 'system' | 'light' | 'dark'
const ORDER: Choice[] = ['system', 'light', 'dark']
const KEY = 'ebb.theme'

export function initTheme(button: HTMLElement, changed: () => void): void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  let choice: Choice = 'system'
  try {
    const kept = localStorage.getItem(KEY) as Choice
    if (ORDER.includes(kept)) choice = kept
  } catch { /* storage may be forbidden; the choice then lasts as long as the page */ }

  const apply = () => {
    const now = choice === 'system' ? (dark.matches ? 'dark' : 'light') : choice
    document.documentElement.dataset.theme = now
    button.dataset.choice = choice
    button.setAttribute('aria-label', `Theme: ${choice}`)
    button.title = `Theme: ${choice}`
    repaint()
    changed()
  }
  button.addEventListener('click', () => {
    choice = ORDER[(ORDER.indexOf(choice) + 1) % ORDER.length]
    try { localStorage.setItem(KEY, choice) } catch { /* as above */ }
    apply()
  })
  dark.addEventListener('change', apply)
  apply()
}
