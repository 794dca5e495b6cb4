// Package guest is the core's life inside WebAssembly: it takes a request from
// whoever embeds the module, runs the program through the core's facade and
// reports what happens on the way. cmd/ebb-wasm gives it its exports and imports.
//
// It must not know who the embedder is: package wasm under wazero and the
// playground's worker speak the same protocol, which playground/src/protocol.ts
// describes. It uses nothing of WASI directly, so that its tests run natively.
//
// Invariants
//
//   - A Guest runs one program at a time. Its VM context, and with it the address
//     of the interrupt word, is the same for all of them.
//   - Everything that has to happen while PHP runs (flushing records and output,
//     states, the time limit, the embedder's wish to stop) happens at the
//     executor's polls: nothing preempts Go code in WebAssembly.
//   - A name is sent before the first record or state that uses its index.
package guest
