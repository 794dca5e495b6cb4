// Package build makes the playground: a directory of static files any web
// server can serve, bundled from TypeScript and CSS by esbuild.
//
// What it must not know: PHP, the engine, how the files are served. The core
// is a WebAssembly file somebody else built; its path is handed in.
//
// File names carry a hash of their content unless Dev is set, so that servers
// may let browsers keep them for ever; index.html is the only name that stays.
package build
