// Package ctype holds PHP's ctype extension: tests of a string's bytes by
// class, in the C locale.
//
// It knows core/rt and core/zval.
package ctype
