// The way from the core to code it generates while PHP runs: a table of
// functions, a call through it, and the compilation of the modules that fill it.
// All of it is WebAssembly calling WebAssembly; only compile comes here.

// jit/wasm's Trampoline, byte for byte.
const TRAMPOLINE = 'AGFzbQEAAAABEwNgAn9/AX9gA39/fwF/YAF/AX8DAwIBAgQEAXAAAQcYAwV0YWJsZQEABGNhbGwAAAVzbG90cwABChcCCwAgASACIAARAAALCQDQcCAA/A8ACw=='

export interface Jit {
  imports: { call: CallableFunction; slots: CallableFunction }
  /** Instantiates a module against the core's memory; 0 when its functions are in the table. */
  compile(memory: WebAssembly.Memory, module: Uint8Array): number
}

/** Whether a run asks for generated code. */
export const wanted = (ini: Record<string, string>) => /^\s*(1|2|on|yes|true)\s*$/i.test(ini['ebb.jit_wasm'] ?? '')

/** For runs that do not: there are no slots. */
export const none: Jit = { imports: { call: () => -1, slots: () => -1 }, compile: () => 1 }

export function createJit(): Jit {
  const bytes = Uint8Array.from(atob(TRAMPOLINE), (c) => c.charCodeAt(0))
  const { call, slots, table } = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as
    { call: CallableFunction; slots: CallableFunction; table: WebAssembly.Table }
  return {
    imports: { call, slots },
    compile(memory, module) {
      try {
        new WebAssembly.Instance(new WebAssembly.Module(module as BufferSource), { env: { memory }, jit: { table } })
        return 0
      } catch {
        return 1
      }
    },
  }
}
