// Package phptest reads .phpt files and runs them on an engine: the format of
// php-src's own tests, with its sections, its placeholders and its rules for
// skipping. A failing test is reported with what it printed; a test that
// leaves blocks on the heap fails even when its output is right.
//
// It drives the core through its facade and knows nothing of the core's
// insides; a Runner hides which tier or home executes the program.
package phptest
