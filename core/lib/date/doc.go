// Package date holds PHP's functions on points in time: time, date, mktime,
// strtotime and their kin. The DateTime classes are not here yet.
//
// It knows only core/rt and core/zval. The clock is the host's; time zones are
// those the host's Go library finds, UTC always.
package date
