// The link that carries the whole state: what it says stands in the address's
// fragment, so it never reaches a server. JSON, deflated, in URL-safe base64.

import { normalise, difference, type Settings } from './settings'

export interface SharedState {
  source: string
  settings: Settings
  /** Name of the example the program started from, if any. */
  example: string
}

interface Wire { v: 1; s?: string; o?: Partial<Settings>; e?: string }

/** Larger programs make links that hosts and chats cut off. */
const MAX_INFLATED = 1 << 20

/** `plain` says that the source is the example's own and need not be carried. */
export async function encode(s: SharedState, plain: boolean): Promise<string> {
  const wire: Wire = { v: 1, o: difference(s.settings), e: s.example }
  if (!plain) wire.s = s.source
  return base64url(await pump(new TextEncoder().encode(JSON.stringify(wire)), new CompressionStream('deflate-raw')))
}

/** Returns null when the fragment holds no state or a damaged one. `example` gives an example's source. */
export async function decode(text: string, example: (name: string) => string | undefined): Promise<SharedState | null> {
  try {
    const json = await pump(unbase64url(text), new DecompressionStream('deflate-raw'))
    const wire = JSON.parse(new TextDecoder().decode(json)) as Wire
    if (wire.v !== 1) return null
    const name = typeof wire.e === 'string' ? wire.e : ''
    const source = typeof wire.s === 'string' ? wire.s : example(name)
    if (source === undefined) return null
    return { source, settings: normalise(wire.o), example: name }
  } catch {
    return null
  }
}

async function pump(bytes: Uint8Array, through: GenericTransformStream): Promise<Uint8Array> {
  const reader = new Blob([bytes as BlobPart]).stream().pipeThrough(through as ReadableWritablePair<Uint8Array, Uint8Array>).getReader()
  const parts: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > MAX_INFLATED) throw new Error('too large')
    parts.push(value)
  }
  const out = new Uint8Array(size)
  let at = 0
  for (const p of parts) { out.set(p, at); at += p.length }
  return out
}

function base64url(bytes: Uint8Array): string {
  let s = ''
  for (const b of bytes) s += String.fromCharCode(b)
  return btoa(s).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function unbase64url(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
}
