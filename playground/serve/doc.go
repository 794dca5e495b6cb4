// Package serve is a small web server for the playground's files: the right
// types, compressed answers prepared once at start, and nothing else. The site
// needs none of it; any static host will do.
package serve
