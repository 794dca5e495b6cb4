package bake

import (
	"errors"
	"fmt"
)

// Numbers of sections in a module.
const (
	secImport = 2
	secMemory = 5
	secGlobal = 6
	secExport = 7
	secStart  = 8
	secData   = 11
	secCount  = 12
)

var errModule = errors.New("not a module this package understands")

// section is a section of a module, its body without number and size.
type section struct {
	id   byte
	body []byte
}

// reader reads the binary format. The first error sticks.
type reader struct {
	b   []byte
	err error
}

func (r *reader) byte() byte {
	if len(r.b) == 0 {
		r.err = errModule
		return 0
	}
	c := r.b[0]
	r.b = r.b[1:]
	return c
}

func (r *reader) u32() uint32 {
	var n uint64
	for shift := 0; shift < 35; shift += 7 {
		c := r.byte()
		n |= uint64(c&0x7f) << shift
		if c < 0x80 {
			if n>>32 != 0 {
				break
			}
			return uint32(n)
		}
	}
	r.err = errModule
	return 0
}

func (r *reader) take(n uint32) []byte {
	if uint64(n) > uint64(len(r.b)) {
		r.err = errModule
		return nil
	}
	p := r.b[:n]
	r.b = r.b[n:]
	return p
}

// skipConst skips the constant expressions that Go's linker writes: one constant
// and the end.
func (r *reader) skipConst() {
	switch op := r.byte(); op {
	case 0x41, 0x42: // i32.const, i64.const
		for r.byte() >= 0x80 && r.err == nil {
		}
	case 0x43:
		r.take(4)
	case 0x44:
		r.take(8)
	case 0x23: // global.get
		r.u32()
	default:
		r.err = errModule
	}
	if r.byte() != 0x0b {
		r.err = errModule
	}
}

func split(module []byte) ([]section, error) {
	if len(module) < 8 || string(module[:8]) != "\x00asm\x01\x00\x00\x00" {
		return nil, errModule
	}
	r := &reader{b: module[8:]}
	var list []section
	for len(r.b) > 0 && r.err == nil {
		id := r.byte()
		list = append(list, section{id, r.take(r.u32())})
	}
	return list, r.err
}

func join(list []section) []byte {
	out := []byte("\x00asm\x01\x00\x00\x00")
	for _, s := range list {
		out = append(out, s.id)
		out = appendU32(out, uint32(len(s.body)))
		out = append(out, s.body...)
	}
	return out
}

func appendU32(b []byte, n uint32) []byte {
	for n >= 0x80 {
		b = append(b, byte(n)|0x80)
		n >>= 7
	}
	return append(b, byte(n))
}

func appendS64(b []byte, n int64) []byte {
	for {
		c := byte(n & 0x7f)
		n >>= 7
		if n == 0 && c&0x40 == 0 || n == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}

func appendName(b []byte, s string) []byte { return append(appendU32(b, uint32(len(s))), s...) }

// Types of globals that can be saved, and the instructions that make constants
// of them.
const (
	typeI32 = 0x7f
	typeI64 = 0x7e
	typeF32 = 0x7d
	typeF64 = 0x7c
)

// global is a global of the module itself.
type global struct {
	typ     byte
	mutable byte
}

func globals(body []byte) ([]global, error) {
	r := &reader{b: body}
	var list []global
	for n := r.u32(); n > 0 && r.err == nil; n-- {
		g := global{r.byte(), r.byte()}
		r.skipConst()
		if g.typ != typeI32 && g.typ != typeI64 {
			return nil, fmt.Errorf("%w: a global of type %#x", errModule, g.typ)
		}
		list = append(list, g)
	}
	return list, r.err
}

// importedGlobals counts the globals that a module imports; they come first.
func importedGlobals(body []byte) (int, error) {
	r := &reader{b: body}
	count := 0
	for n := r.u32(); n > 0 && r.err == nil; n-- {
		r.take(r.u32())
		r.take(r.u32())
		switch kind := r.byte(); kind {
		case 0:
			r.u32()
		case 3:
			r.byte()
			r.byte()
			count++
		default:
			return 0, fmt.Errorf("%w: an import of kind %d", errModule, kind)
		}
	}
	return count, r.err
}

// export is an entry of the export section.
type export struct {
	name  string
	kind  byte
	index uint32
}

func exports(body []byte) ([]export, error) {
	r := &reader{b: body}
	var list []export
	for n := r.u32(); n > 0 && r.err == nil; n-- {
		list = append(list, export{string(r.take(r.u32())), r.byte(), r.u32()})
	}
	return list, r.err
}

func exportSection(list []export) section {
	b := appendU32(nil, uint32(len(list)))
	for _, e := range list {
		b = append(appendName(b, e.name), e.kind)
		b = appendU32(b, e.index)
	}
	return section{secExport, b}
}
