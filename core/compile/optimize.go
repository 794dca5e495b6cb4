package compile

import "github.com/ebb-vm/ebb/core/code"

// optimize is where passes over the growing form belong: after emission and
// the settling of jumps, before numbers become offsets.
func optimize(*code.Draft) {}
