// Package natural compares strings in natural order, as strnatcmp and the
// SORT_NATURAL flag do. It depends on nothing.
package natural
