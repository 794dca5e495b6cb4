//go:build !wasm

package rt

// Limits of a native build: timers set the interrupt flag, and the goroutine's
// stack is the only one. limits_wasm.go says what the names mean.
const (
	CountsFuel    = false
	fuelSlice     = 0
	fuelOfBuiltin = 0
)
