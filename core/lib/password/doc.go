// Package password holds PHP's password functions and crypt() with its
// schemes: DES, extended DES, MD5, Blowfish, SHA-256 and SHA-512.
//
// It knows core/rt and core/zval. The schemes are written from their
// published descriptions; comparison is in constant time.
package password
