// Package mbstring holds PHP's mbstring extension, without its regular
// expressions: functions on strings of characters in a named encoding.
//
// It knows core/rt, core/zval, core/lib/text and core/lib/charset. UTF-8 is
// worked on in place; other encodings are decoded to code points and encoded again.
package mbstring
