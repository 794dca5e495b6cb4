package wasm

import "encoding/binary"

// Types and instructions of the binary format that are used here.
const (
	typeI32  = 0x7f
	typeI64  = 0x7e
	typeF64  = 0x7c
	typeFunc = 0x60
	funcref  = 0x70
	noResult = 0x40

	opUnreachable  = 0x00
	opBlock        = 0x02
	opLoop         = 0x03
	opIf           = 0x04
	opElse         = 0x05
	opEnd          = 0x0b
	opBr           = 0x0c
	opBrIf         = 0x0d
	opBrTable      = 0x0e
	opReturn       = 0x0f
	opCallIndirect = 0x11
	opDrop         = 0x1a
	opSelect       = 0x1b
	opLocalGet     = 0x20
	opLocalSet     = 0x21
	opLocalTee     = 0x22

	opI32Load    = 0x28
	opI64Load    = 0x29
	opF64Load    = 0x2b
	opI32Load8U  = 0x2d
	opI64Load8U  = 0x31
	opI64Load32S = 0x34
	opI64Load32U = 0x35
	opI32Store   = 0x36
	opI64Store   = 0x37
	opF64Store   = 0x39
	opI32Store8  = 0x3a
	opI64Store8  = 0x3c
	opI64Store32 = 0x3e

	opI32Const = 0x41
	opI64Const = 0x42
	opF64Const = 0x44

	opI32Eqz = 0x45
	opI32Eq  = 0x46
	opI64Eqz = 0x50
	opI64Eq  = 0x51
	opF64Eq  = 0x61
	opF64Ne  = 0x62
	opF64Lt  = 0x63
	opF64Gt  = 0x64
	opF64Le  = 0x65
	opF64Ge  = 0x66

	opI32Add = 0x6a
	opI32Sub = 0x6b
	opI32Mul = 0x6c
	opI32And = 0x71
	opI32Or  = 0x72
	opI32Xor = 0x73
	opI32Shl = 0x74

	opI64Add  = 0x7c
	opI64Sub  = 0x7d
	opI64Mul  = 0x7e
	opI64DivS = 0x7f
	opI64RemS = 0x81
	opI64And  = 0x83
	opI64Or   = 0x84
	opI64Xor  = 0x85
	opI64Shl  = 0x86
	opI64ShrS = 0x87
	opI64ShrU = 0x88

	opF64Neg  = 0x9a
	opF64Sqrt = 0x9f
	opF64Add  = 0xa0
	opF64Sub  = 0xa1
	opF64Mul  = 0xa2
	opF64Div  = 0xa3

	opI32Wrap        = 0xa7
	opI64ExtendI32S  = 0xac
	opI64ExtendI32U  = 0xad
	opF64ConvertI64S = 0xb9
	opI64Reinterpret = 0xbd
	opF64Reinterpret = 0xbf
	opI64Extend32S   = 0xc4
	opPrefixFC       = 0xfc
	fcI64TruncSatF64 = 0x06
	fcTableGrow      = 0x0f
	opRefNull        = 0xd0
)

// Sections of a module.
const (
	secType     = 1
	secImport   = 2
	secFunction = 3
	secTable    = 4
	secExport   = 7
	secElement  = 9
	secCode     = 10
)

const header = "\x00asm\x01\x00\x00\x00"

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

func appendSection(b []byte, id byte, body []byte) []byte {
	b = appendU32(append(b, id), uint32(len(body)))
	return append(b, body...)
}

// body is the code of one function being written.
type body struct {
	b []byte
}

func (w *body) op(c byte)    { w.b = append(w.b, c) }
func (w *body) get(l uint32) { w.b = appendU32(append(w.b, opLocalGet), l) }
func (w *body) set(l uint32) { w.b = appendU32(append(w.b, opLocalSet), l) }
func (w *body) tee(l uint32) { w.b = appendU32(append(w.b, opLocalTee), l) }
func (w *body) i32(n int32)  { w.b = appendS64(append(w.b, opI32Const), int64(n)) }
func (w *body) i64(n int64)  { w.b = appendS64(append(w.b, opI64Const), n) }
func (w *body) f64(bits uint64) {
	w.b = binary.LittleEndian.AppendUint64(append(w.b, opF64Const), bits)
}
func (w *body) br(depth int)       { w.b = appendU32(append(w.b, opBr), uint32(depth)) }
func (w *body) brIf(depth int)     { w.b = appendU32(append(w.b, opBrIf), uint32(depth)) }
func (w *body) block(op, typ byte) { w.b = append(w.b, op, typ) }

// mem writes a load or a store with its alignment, as a power of two, and offset.
func (w *body) mem(op, align byte, off uint32) {
	w.b = appendU32(append(w.b, op, align), off)
}
