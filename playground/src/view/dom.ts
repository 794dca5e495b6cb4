// The little of a DOM library that this page needs.

export function $<T extends HTMLElement = HTMLElement>(id: string): T {
  const e = document.getElementById(id)
  if (!e) throw new Error(`no element #${id}`)
  return e as T
}

type Child = Node | string | null | undefined | false
type Props = Record<string, string | number | boolean | ((e: Event) => void) | undefined>

/** Makes an element; properties starting with "on" are listeners, all others attributes. */
export function h(tag: string, props: Props = {}, ...children: Child[]): HTMLElement {
  const e = document.createElement(tag)
  for (const [k, v] of Object.entries(props)) {
    if (v === undefined || v === false) continue
    if (typeof v === 'function') e.addEventListener(k.slice(2), v)
    else e.setAttribute(k, v === true ? '' : String(v))
  }
  for (const c of children) if (c) e.append(c)
  return e
}

/** Sets text only when it changed, so that the page does no work for nothing. */
export function say(e: HTMLElement, text: string): void {
  if (e.textContent !== text) e.textContent = text
}
