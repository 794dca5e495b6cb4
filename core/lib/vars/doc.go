// Package vars holds PHP's functions on values of any type: dumps
// (var_dump, print_r, var_export, debug_zval_dump), type questions and
// conversions, serialize and unserialize.
//
// It knows core/rt and core/zval. Walks over values are guarded against
// cycles by the value's own recursion flag (which is always taken back, also
// when an exception ends the walk) and against depth by the executor's bound
// on native recursion.
package vars
