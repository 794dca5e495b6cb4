// Package table lays out text for people: tables with aligned columns and a
// progress line for long work. Tables are plain text with blanks between
// columns and no rules or colours, so that awk and cut can read them too.
//
// What it must not know: what the figures mean.
package table
