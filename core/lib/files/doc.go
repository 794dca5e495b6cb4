// Package files holds PHP's file functions and the streams under them: plain
// files, php://stdin, stdout, stderr, output, memory and temp, and data: URLs.
// Everything goes through the executor's host, so that an embedder decides what
// a program can see.
//
// It knows only core/rt and core/zval.
package files
