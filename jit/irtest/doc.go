// Package irtest makes random functions of package ir, for tests that compare
// what back ends make of them with what package ireval says.
//
// Every function is valid, ends, and does the same thing each time: the blocks
// it consists of are counted down in memory, jump anywhere, and keep more values
// than machines have registers; all that it computes it stores before it leaves.
// It uses every operation, both classes and every form of operand and immediate.
// What ir leaves undefined does not happen, and a NaN that an operation makes is
// replaced by one value, since machines make different ones.
//
// Memory is one Image, in three parts at FP, CTX and IP. A test maps an Image,
// runs the function in package ireval from one of its entries, runs the machine
// code on a copy, and compares the ways out, IP, FP and the images.
//
// What this package must not know: any back end.
package irtest
