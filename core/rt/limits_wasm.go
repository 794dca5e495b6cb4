package rt

// Limits of a WebAssembly build. Go code there has one thread and is never
// preempted: no timer fires while PHP runs, so the executor counts its polls and
// looks at the clock itself. And every Go frame is also a frame of the host's
// stack, of which a browser has about a megabyte.
const (
	// CountsFuel says that polls count Context.Fuel down.
	CountsFuel = true
	// fuelSlice is how many polls pass between two looks at the clock. A poll
	// is a loop's back edge or a call and takes 20 ns at least; a look takes 100.
	fuelSlice = 2048
	// fuelOfBuiltin is how many polls the call of an internal function counts
	// for, since nobody knows how long it takes.
	fuelOfBuiltin = 64
)
