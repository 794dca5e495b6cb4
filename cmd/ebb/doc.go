// Command ebb runs PHP programs as php does, and shows what their call stack
// costs: the VM stack pages they take, where, and what the page cache saves.
//
//	ebb [options] FILE [ARG...]     run a program
//	ebb -r CODE                     run a line of code
//	ebb pages FILE                  run and report VM stack pages
//	ebb sweep FILE                  the same over page sizes and cache limits
//	ebb frames FILE                 frame sizes, and depths at which pages are crossed
//	ebb dump ops FILE               the compiled opcodes
//	ebb bench, ebb test             benchmarks and .phpt tests
//
// `ebb help` says more. The first operand is a command if it is one's name, and
// a file otherwise; ./pages is always a file.
//
// Files: main.go starts and ends the process, options.go reads the command line,
// run.go runs programs, and each command has the file of its name. Libraries of
// the command are below internal.
package main
