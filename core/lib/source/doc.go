// Package source holds PHP's functions on PHP source text: highlighting,
// stripping of white space, and the tokenizer extension.
//
// It knows core/rt, core/zval, core/lib/text and the scanner of core/syntax.
package source
