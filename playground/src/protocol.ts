// What the page, the worker and the core say to each other.
//
// The core is a WebAssembly module for WASI preview 1, built as a reactor: it
// exports `memory` and, unless its memory was saved after initialisation,
// `_initialize`, and
//
//   protocol(): i32               the version of all this: 1
//   alloc(n: i32): i32            a buffer of n bytes in its memory, for the request
//   run(ptr: i32, len: i32): i32  runs a RunRequest given as JSON; returns the exit status
//   interrupt_address(): i32      the address of a 32-bit word; 2 there stops the program.
//                                 It stays the same. The core clears it: write it again
//                                 until run returns
//
// What the program prints goes through WASI, to descriptor 1, and the engine's own
// messages to descriptor 2. Its files are below "/", which must be descriptor 3 if
// there are any. The core imports, from module "ebb",
//
//   flush(ptr, n)         n trace records of RECORD_BYTES each
//   name(index, ptr, len) the text of a record's `func`, before its first use
//   state(ptr, len)       a CoreState as JSON: before the first opline, then some 30 times a
//                         second, and at the end, before the engine gives its memory back
//   poll(): i32           1 when the host wants the program to stop; asked some 60 times a
//                         second while PHP runs
//   compile(ptr, len): i32 instantiates a module that the core has generated, against the
//                         core's memory ("env" "memory") and the table below; 0 when its
//                         functions are in the table
//
// and from module "jit", a trampoline that exists before the core,
//
//   slots(n): i32         makes room for n functions in the table, returns the first; -1 when
//                         the run does without generated code, which is so unless the
//                         setting ebb.jit_wasm asks for it
//   call(slot, entry, ctx: i32): i32  calls one of them
//
// The trampoline also exports the table. Every core has one of its own: see jit/wasm.
//
// Records of the stack: a Depth record, with the top of the stack as A, comes
// now and then and right before each PageTake, so that the level of a page left
// behind is known. Recording ends with RunEnd; giving back what is left when
// the engine closes is not recorded.
//
// Addresses and byte counts are integers below 2^53, so JSON numbers hold them.

/** The version this page speaks. */
export const PROTOCOL = 1

/** Size of a trace record; core/trace/layout.go fixes the layout. */
export const RECORD_BYTES = 48

/** Kinds of records: core/trace/kind.go. Numbers are wire format. */
export const enum Kind {
  PageTake = 1,
  PageGive,
  EdgePush,
  EdgePop,
  ChunkMap,
  ChunkUnmap,
  ChunkCache,
  ScanChunks,
  HugeMap,
  HugeUnmap,
  RunStart,
  RunEnd,
  Tier,
  Depth,
}

export const enum Flag {
  FromCache = 1,
  FromHeap = 2,
  ToCache = 4,
  ToHeap = 8,
  Oversized = 16,
  Placed = 32,
}

export interface RunRequest {
  /** The program: UTF-8 text or, after "base64:", any bytes. */
  source: string
  /** What the program is called, "/script.php" without it. */
  path?: string
  /** The program is in the file `path`; `source` does not matter. */
  read?: boolean
  args: string[]
  ini: Record<string, string>
  /** Further files the program may open or include, by absolute path, coded like `source`. */
  files: Record<string, string>
  /** Blocks allocated before the program starts; every other one is freed again. */
  prefragment?: { blocks: number; size: number }
  trace: boolean
  /** Send records and states while the program runs, not only the last state. */
  stream: boolean
  /** 0 means no limit. */
  timeLimitMs: number
  /** Bytes the core's memory can grow to, if that is known. */
  maxMemory?: number
}

/** A VM stack page in use, oldest first. */
export interface PageState {
  addr: number
  bytes: number
  /** Bytes from the page's start to the top of its frames. */
  used: number
  frames?: number
}

/** What a heap page of 4 KB holds, one hexadecimal digit each in `ChunkState`. */
export const enum Cell {
  Free = 0,
  Small = 1,
  Large = 2,
  StackPage = 3,
  CachedPage = 4,
  Header = 5,
  /** An oversized stack page; the page's own, the core sends StackPage. */
  Oversized = 6,
}

export const CELLS_PER_CHUNK = 512
export const CHUNK_BYTES = 2 << 20
export const HEAP_PAGE_BYTES = 4096

/** A chunk's address and its 512 digits; null means "as in the state before". */
export type ChunkState = [addr: number, cells: string | null]

/** Totals since the run began, under the names and with the meaning of `ebb pages --json`. */
export interface Counters {
  stack_extensions: number
  /** The stack's first page and oversized ones included. */
  pages_from_heap: number
  pages_from_cache: number
  pages_to_heap: number
  pages_to_cache: number
  oversized_pages: number
  peak_pages: number
  peak_depth: number
  chunks_scanned: number
  /** Nanoseconds spent taking pages from the allocator and giving them back. */
  page_churn_ns?: number
  page_searches?: number
  chunks_mapped?: number
  events?: number
}

/** A row of the frame table: what one call of a function takes on the VM stack. */
export interface FunctionState {
  name: string
  line: number
  slots: number
  bytes: number
  frames_per_page: number
  args?: number
  vars?: number
  tmps?: number
}

/** A place in the program that took stack pages. */
export interface SiteState {
  func: string
  line: number
  op?: string
  extensions: number
  from_heap: number
  returns?: number
  to_heap?: number
  scanned?: number
}

export interface CoreState {
  /** Nanoseconds since the run began, on the clock of the records. */
  time: number
  depth: number
  pages: PageState[]
  /** Pages in the page cache. */
  cached: number
  /** All chunks in list order, the main chunk first. */
  chunks: ChunkState[]
  counters: Counters
  /** The innermost frames, innermost first: [name index, line, bytes]. */
  top?: [func: number, line: number, bytes: number][]
  final?: boolean
  /** Only with `final`. */
  exit?: number
  functions?: FunctionState[]
  sites?: SiteState[]
  /** Bytes, as memory_get_peak_usage() gives them. */
  memory_peak?: number
}

/** Page to worker: one run. A worker runs one program at a time. */
export interface StartMessage {
  module: WebAssembly.Module | null
  request: RunRequest
}

/** Worker to page. `records` buffers are transferred. */
export type WorkerMessage =
  | { type: 'started' }
  | { type: 'records'; buffer: ArrayBuffer; count: number; lost: number }
  | { type: 'output'; fd: number; bytes: Uint8Array; lost: number }
  | { type: 'name'; index: number; text: string }
  | { type: 'state'; state: CoreState }
  | { type: 'exit'; status: number; ms: number }
  | { type: 'failed'; message: string }
