// Package strings holds PHP's string functions: searching, replacing,
// splitting and joining, formatting, comparing, escaping, HTML and URLs,
// phonetics and distances, binary packing.
//
// It knows core/rt, core/zval and core/lib/text. Arguments are borrowed;
// results are owned, allocated in the PHP heap at their exact size where that
// is known beforehand, and the argument itself (with a reference added) when
// nothing changes. Bytes are bytes: only ASCII letters have case.
package strings
