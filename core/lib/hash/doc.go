// Package hash holds PHP's hash extension and the digest functions of the
// standard one: md5, sha1, crc32 and their kin.
//
// It knows core/rt and core/zval. Algorithms come from Go's standard library
// where it has them; the small non-cryptographic ones are written here. A
// HashContext's state is a Go value kept as the object's payload.
package hash
