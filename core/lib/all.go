package lib

import (
	"slices"

	"github.com/ebb-vm/ebb/core/lib/arrays"
	"github.com/ebb-vm/ebb/core/lib/ctype"
	"github.com/ebb-vm/ebb/core/lib/date"
	"github.com/ebb-vm/ebb/core/lib/files"
	"github.com/ebb-vm/ebb/core/lib/hash"
	"github.com/ebb-vm/ebb/core/lib/iconv"
	"github.com/ebb-vm/ebb/core/lib/json"
	"github.com/ebb-vm/ebb/core/lib/math"
	"github.com/ebb-vm/ebb/core/lib/mbstring"
	"github.com/ebb-vm/ebb/core/lib/password"
	"github.com/ebb-vm/ebb/core/lib/source"
	"github.com/ebb-vm/ebb/core/lib/strings"
	"github.com/ebb-vm/ebb/core/lib/vars"
	"github.com/ebb-vm/ebb/core/lib/zend"
	"github.com/ebb-vm/ebb/core/rt"
)

// Modules returns the extensions in the order in which they are registered.
func Modules() []*rt.Module {
	return slices.Concat(zend.Modules(), hash.Modules(), source.Modules(), []*rt.Module{
		arrays.Module(),
		math.Module(),
		json.Module(),
		strings.Module(),
		vars.Module(),
		ctype.Module(),
		mbstring.Module(),
		iconv.Module(),
		files.Module(),
		date.Module(),
		password.Module(),
	})
}
