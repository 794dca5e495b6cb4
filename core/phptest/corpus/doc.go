// Package corpus holds the PHP programs that the tests and benchmarks of every
// home run: bench (the Benchmarks Game programs), memory (programs that print differences
// of memory_get_usage, with what PHP 8.2 printed beside them), hostile (programs that must
// end in a clean message, never in a crash) and whatever else is shared.
//
// It knows nothing of how programs are run. Hostile programs carry their
// expectations in leading comments; Expect reads them.
package corpus
