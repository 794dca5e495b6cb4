// Package text builds PHP strings piece by piece in the PHP heap, so that
// memory_limit bounds what library functions assemble. It knows values and
// their store, not the executor.
//
// Invariant: a Builder owns its string until Finish or Free; its bytes beyond
// Len are not initialised.
package text
