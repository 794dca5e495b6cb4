package arrays

import (
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// Modes of extract, PHP's values.
const (
	extrOverwrite = iota
	extrSkip
	extrPrefixSame
	extrPrefixAll
	extrPrefixInvalid
	extrPrefixIfExists
	extrIfExists
	extrRefs = 0x100
)

func validName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80 || i > 0 && c >= '0' && c <= '9' {
			continue
		}
		return false
	}
	return s != ""
}

func fnExtract(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if a.Dynamic() {
		return
	}
	flags := a.Int(1)
	refs := flags&extrRefs != 0
	mode := flags & 0xff
	if mode < extrOverwrite || mode > extrIfExists {
		a.ValueError(1, "must be a valid extract type")
		return
	}
	if mode > extrSkip && mode <= extrPrefixIfExists && a.Len() < 3 {
		a.ValueError(2, "is required when using this extract type")
		return
	}
	prefix := ""
	if a.Has(2) {
		prefix = a.View(2)
		if prefix != "" && !validName(prefix) {
			a.ValueError(2, "must be a valid identifier")
			return
		}
	}
	if forbidDynamic(x, a, "extract()") {
		return
	}
	symbols := x.SymbolTable()
	if symbols == nil {
		return
	}
	var source *zval.Table
	if refs {
		source = x.Space.Separate(a.Val(0))
	} else {
		source = a.Arr(0)
	}
	count := int64(0)
	for it := source.Iter(); it.Next(); {
		k, n := it.Key()
		name := ""
		if k != nil {
			name = k.View()
		} else if mode == extrPrefixAll || mode == extrPrefixInvalid {
			num := x.LongStr(n)
			name = prefix + "_" + num.String()
			x.Space.ReleaseStr(num)
		} else {
			continue
		}
		exists := k != nil && present(symbols.FindGo(name))
		switch mode {
		case extrSkip:
			if exists {
				continue
			}
		case extrIfExists:
			if !exists {
				continue
			}
		case extrPrefixIfExists:
			if !exists {
				continue
			}
			name = prefix + "_" + name
		case extrPrefixSame:
			if name == "" {
				continue
			}
			if exists || !validName(name) || name == "this" {
				name = prefix + "_" + name
			}
		case extrPrefixAll:
			if k != nil {
				name = prefix + "_" + name
			}
		case extrPrefixInvalid:
			if k != nil && (!validName(name) || name == "this") {
				name = prefix + "_" + name
			}
		}
		if !validName(name) || name == "GLOBALS" {
			continue
		}
		if name == "this" {
			if mode == extrIfExists || mode == extrSkip {
				continue
			}
			x.ThrowError(x.LookupClass("Error", false), "Cannot re-assign $this")
			return
		}
		slot := x.Space.LookupGo(symbols, name)
		if slot.Type() == zval.Indirect {
			slot = slot.Ind()
		}
		if refs {
			x.Space.MakeRef(it.Value())
			var v zval.Value
			v.CopyFrom(it.Value())
			x.Space.Replace(slot, &v)
		} else {
			c := share(it.Value().Deref())
			if slot.Type() == zval.ReferenceT {
				if !x.AssignToRef(slot, &c, x.CallerStrict()) {
					return
				}
			} else {
				x.Space.Replace(slot, &c)
			}
		}
		count++
	}
	ret.SetLong(count)
}

func fnCompact(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if a.Dynamic() {
		return
	}
	if forbidDynamic(x, a, "compact()") {
		return
	}
	symbols := x.SymbolTable()
	if symbols == nil {
		return
	}
	out := x.Space.NewTable(a.Len())
	if a.Len() == 1 {
		if t := a.Arr(0); t != nil {
			x.Space.ReleaseArr(out)
			out = x.Space.NewTable(t.Len())
		}
	}
	ret.SetArr(out)
	for i := range a.Len() {
		compactOne(x, a, symbols, out, a.Val(i), i, 0)
	}
}

func compactOne(x *rt.Exec, a *rt.Args, symbols, out *zval.Table, name *zval.Value, pos, depth int) {
	switch name.Type() {
	case zval.StringT:
		v := symbols.Find(name.Str())
		if v != nil && v.Type() == zval.Indirect {
			v = v.Ind()
		}
		switch {
		case v != nil && v.Type() != zval.Undef:
			c := share(v.Deref())
			x.Space.Set(out, name.Str(), &c)
		case name.Str().View() == "this" && x.RunningThis() != nil:
			var c zval.Value
			c.SetObj(x.RunningThis())
			c.AddRef()
			x.Space.Set(out, name.Str(), &c)
		default:
			a.Warn("Undefined variable $%s", name.Str().View())
		}
	case zval.ArrayT:
		zval.Deeper(depth)
		t := name.Arr()
		if t.GC.TypeInfo&zval.GCProtected != 0 || depth > maxNesting {
			x.ThrowError(x.LookupClass("Error", false), "Recursion detected")
			return
		}
		if !t.Immutable() {
			t.GC.TypeInfo |= zval.GCProtected
			defer func() { t.GC.TypeInfo &^= zval.GCProtected }()
		}
		for it := t.Iter(); it.Next(); {
			compactOne(x, a, symbols, out, it.Value().Deref(), pos, depth+1)
		}
	default:
		a.Warn("Argument #%d must be string or array of strings, %s given", pos+1, x.TypeName(name))
	}
}
