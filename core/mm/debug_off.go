//go:build !ebbdebug

package mm

// debug says whether this is the debug build; being a constant, it costs nothing here.
const debug = false
