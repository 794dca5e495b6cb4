// The page's side of a run: the compiled core, one worker at hand, and Stop.

import type { RunRequest, StartMessage, WorkerMessage } from './protocol'

declare const __WORKER__: string
declare const __CORE__: string

export type Listener = (m: WorkerMessage) => void

export class Runner {
  private module: Promise<WebAssembly.Module | null> | null = null
  private worker: Worker | null = null
  private busy = false
  private cancel: (() => void) | null = null

  /** Starts loading the core and a worker; safe to call again. */
  warm(): Promise<WebAssembly.Module | null> {
    this.worker ??= spawn()
    this.module ??= load().catch((err) => {
      this.module = null
      throw err
    })
    return this.module
  }

  get running(): boolean { return this.busy }

  /** Runs one program; resolves when it ended, failed or was stopped. */
  async run(request: RunRequest, listen: Listener): Promise<'ended' | 'failed' | 'stopped'> {
    if (this.busy) throw new Error('a program is running')
    this.busy = true
    try {
      let stopped = false
      const stop = new Promise<'stopped'>((resolve) => {
        this.cancel = () => { stopped = true; resolve('stopped') }
      })
      const module = await Promise.race([this.warm(), stop])
      if (stopped || module === 'stopped') return 'stopped'
      const worker = this.worker!
      const over = new Promise<'ended' | 'failed'>((resolve) => {
        worker.onmessage = (e: MessageEvent<WorkerMessage>) => {
          if (stopped) return
          listen(e.data)
          if (e.data.type === 'exit') resolve('ended')
          if (e.data.type === 'failed') resolve('failed')
        }
        worker.onerror = (e) => {
          listen({ type: 'failed', message: e.message || 'The worker could not be started.' })
          resolve('failed')
        }
      })
      worker.postMessage({ module, request } satisfies StartMessage)
      return await Promise.race([over, stop])
    } catch (err) {
      listen({ type: 'failed', message: err instanceof Error ? err.message : String(err) })
      return 'failed'
    } finally {
      // A run leaves its memory behind; a fresh worker starts from the compiled module.
      this.worker?.terminate()
      this.worker = spawn()
      this.cancel = null
      this.busy = false
    }
  }

  /** Ends the program at once, whatever it is doing. */
  stop(): void { this.cancel?.() }
}

function spawn(): Worker { return new Worker(new URL(__WORKER__, document.baseURI)) }

async function load(): Promise<WebAssembly.Module | null> {
  if (!__CORE__) return null
  const url = new URL(__CORE__, document.baseURI)
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The core could not be loaded: ${answer.status} ${answer.statusText}`)
  // Some hosts serve .wasm under another type, which streaming refuses.
  if (answer.headers.get('content-type')?.startsWith('application/wasm')) return WebAssembly.compileStreaming(answer)
  return WebAssembly.compile(await answer.arrayBuffer())
}
