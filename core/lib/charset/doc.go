// Package charset converts between character encodings: Unicode's forms and
// the common single-byte sets. It serves mbstring, iconv and the HTML
// functions.
//
// It knows nothing of PHP. Decoding never fails: a malformed sequence yields
// Bad and the number of bytes it takes.
package charset
