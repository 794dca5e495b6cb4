//go:build ebbdebug

package mm

// debug says whether this is the debug build.
const debug = true
