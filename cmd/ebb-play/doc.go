// Command ebb-play builds the playground and serves it on this machine.
//
//	ebb-play [-addr localhost:8080] [-dev] [-out dir] [-build]
//
// It compiles the core for wasip1, installs the page's npm packages when they
// are missing, bundles everything and prints the address. With -build it only
// writes the files.
package main
