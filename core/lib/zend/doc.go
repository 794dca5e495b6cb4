// Package zend holds the builtin functions that are the engine's own: errors
// and their handlers, constants, settings, output buffers, garbage collection,
// memory figures, frames and arguments, shutdown.
//
// Each file declares its part as data and module.go puts them together. State
// of a program lives in rt.Exec; this package has none.
package zend
