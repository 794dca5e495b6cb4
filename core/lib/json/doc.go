// Package json holds json_encode, json_decode, json_validate and their
// companions, with PHP's flags, depth rules, error codes and formatting.
//
// It knows only core/rt and core/zval.
package json
