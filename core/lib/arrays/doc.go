// Package arrays holds PHP's array functions: building and slicing, searching,
// set operations, sorting, callbacks over elements, the internal pointer,
// extract and compact.
//
// It knows only core/rt and core/zval. Results are sized as PHP sizes them, so
// that memory_get_usage agrees.
package arrays
