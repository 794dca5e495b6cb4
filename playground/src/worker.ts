// The worker: one program at a time, on a core of its own. It runs to its end
// or until the page terminates the worker; nothing here can be called while
// the core is busy, so messages leave from inside the core's imports.

import { startCore } from './core'
import { Outbox } from './outbox'
import type { StartMessage, WorkerMessage } from './protocol'

declare const self: DedicatedWorkerGlobalScope

const post = (m: WorkerMessage, transfer: Transferable[] = []) => self.postMessage(m, transfer)

self.onmessage = (e: MessageEvent<StartMessage>) => {
  const box = new Outbox(post)
  let began = performance.now()
  try {
    const run = startCore(e.data.module, box, e.data.request.ini)
    post({ type: 'started' })
    began = performance.now()
    const status = run(e.data.request)
    box.flush()
    post({ type: 'exit', status, ms: performance.now() - began })
  } catch (err) {
    box.flush()
    post({ type: 'failed', message: explain(err) })
  }
}

// What a trap means to somebody who did not write the engine.
function explain(err: unknown): string {
  const text = err instanceof Error ? err.message : String(err)
  if (/memory access out of bounds|out of memory|allocation failed|grow/i.test(text)) {
    return `The engine ran out of the browser's memory (${text}).`
  }
  if (/call stack|too much recursion/i.test(text)) return `The browser's own call stack is exhausted (${text}).`
  return `The engine stopped: ${text}`
}
