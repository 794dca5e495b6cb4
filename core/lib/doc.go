// Package lib lists the extensions that come with ebb. Each is a folder of its
// own that declares its functions, constants and classes as data; an engine
// registers what Modules returns.
package lib
