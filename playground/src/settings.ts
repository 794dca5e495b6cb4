// What a run can be told, and how it becomes PHP's settings.

import type { RunRequest } from './protocol'

export interface Settings {
  /** VM stack page size in bytes. */
  pageBytes: number
  /** Pages the cache may keep; 0 turns it off. */
  cacheLimit: number
  memoryLimit: string
  optimizer: boolean
  fragment: boolean
  blocks: number
  blockBytes: number
}

export const DEFAULTS: Readonly<Settings> = {
  pageBytes: 256 << 10,
  cacheLimit: 32,
  memoryLimit: '128M',
  optimizer: false,
  fragment: false,
  blocks: 20_000,
  blockBytes: 5_500,
}

export const PAGE_SIZES = [4, 16, 64, 128, 256, 512, 1024].map((k) => k << 10)
export const MEMORY_LIMITS = ['32M', '128M', '512M', '1G', '-1']
export const LIMITS = { cacheLimit: [0, 1024], blocks: [2, 200_000], blockBytes: [16, 1 << 20] } as const

const clamp = (v: unknown, [lo, hi]: readonly [number, number], fallback: number) =>
  typeof v === 'number' && Number.isFinite(v) ? Math.min(hi, Math.max(lo, Math.round(v))) : fallback

/** Makes settings out of anything: what is missing or wild takes its default. */
export function normalise(v: Partial<Settings> | undefined): Settings {
  const d = DEFAULTS
  return {
    pageBytes: PAGE_SIZES.includes(v?.pageBytes as number) ? v!.pageBytes! : d.pageBytes,
    cacheLimit: clamp(v?.cacheLimit, LIMITS.cacheLimit, d.cacheLimit),
    memoryLimit: MEMORY_LIMITS.includes(v?.memoryLimit as string) ? v!.memoryLimit! : d.memoryLimit,
    optimizer: v?.optimizer === true,
    fragment: v?.fragment === true,
    blocks: clamp(v?.blocks, LIMITS.blocks, d.blocks),
    blockBytes: clamp(v?.blockBytes, LIMITS.blockBytes, d.blockBytes),
  }
}

/** Only what differs from the defaults, for links. */
export function difference(s: Settings): Partial<Settings> {
  const out: Record<string, unknown> = {}
  for (const k of Object.keys(DEFAULTS) as (keyof Settings)[]) if (s[k] !== DEFAULTS[k]) out[k] = s[k]
  return out as Partial<Settings>
}

export function request(source: string, s: Settings, cacheLimit = s.cacheLimit): RunRequest {
  return {
    source,
    args: [],
    ini: {
      memory_limit: s.memoryLimit,
      'ebb.vm_stack_page_size': `${s.pageBytes >> 10}K`,
      'ebb.vm_stack_page_cache': String(cacheLimit),
      'opcache.enable_cli': s.optimizer ? '1' : '0',
    },
    files: {},
    ...(s.fragment ? { prefragment: { blocks: s.blocks, size: s.blockBytes } } : {}),
    trace: true,
    stream: true,
    timeLimitMs: 0,
  }
}
