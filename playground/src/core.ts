// Hosts the WebAssembly core inside the worker: WASI, the "ebb" imports and the
// call. Everything passes through the core's linear memory, whose buffer is
// read anew each time because growth replaces it.

import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim'
import { createJit, none, wanted } from './jit'
import type { Outbox } from './outbox'
import type { CoreState, RunRequest } from './protocol'
import { PROTOCOL, RECORD_BYTES } from './protocol'

interface CoreExports extends Record<string, unknown> {
  memory: WebAssembly.Memory
  protocol(): number
  alloc(n: number): number
  run(ptr: number, len: number): number
}

export type Run = (request: RunRequest) => number

export function startCore(module: WebAssembly.Module | null, box: Outbox, ini: Record<string, string>): Run {
  if (!module) throw new Error('the core was not loaded')
  const text = new TextDecoder()
  const stream = (fd: number) => new ConsoleStdout((bytes) => box.addOutput(fd, bytes))
  const wasi = new WASI([], [], [new OpenFile(new File([])), stream(1), stream(2), new PreopenDirectory('/', new Map())])

  const jit = wanted(ini) ? createJit() : none
  let core: CoreExports
  const view = (ptr: number, len: number) => new Uint8Array(core.memory.buffer, ptr >>> 0, len)
  const instance = new WebAssembly.Instance(module, {
    wasi_snapshot_preview1: wasi.wasiImport,
    ebb: {
      flush: (ptr: number, n: number) => box.addRecords(view(ptr, n * RECORD_BYTES), n),
      name: (index: number, ptr: number, len: number) => box.addName(index, text.decode(view(ptr, len))),
      state: (ptr: number, len: number) => box.addState(JSON.parse(text.decode(view(ptr, len))) as CoreState),
      // Stop terminates the worker, so there is never a wish to stop to report;
      // being asked is a chance to send what waits.
      poll: () => { box.tick(); return 0 },
      compile: (ptr: number, len: number) => jit.compile(core.memory, view(ptr, len)),
    },
    jit: jit.imports as WebAssembly.ModuleImports,
  })
  core = instance.exports as unknown as CoreExports
  wasi.initialize(instance as { exports: { memory: WebAssembly.Memory } })

  if (core.protocol() !== PROTOCOL) throw new Error(`the core speaks protocol ${core.protocol()}, not ${PROTOCOL}`)
  return (request) => {
    const bytes = new TextEncoder().encode(JSON.stringify(request))
    const ptr = core.alloc(bytes.length)
    view(ptr, bytes.length).set(bytes)
    return core.run(ptr, bytes.length)
  }
}
