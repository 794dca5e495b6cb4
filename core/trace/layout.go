package trace

import "unsafe"

// RecordSize is the size of a Record in bytes, in memory and on the wire.
const RecordSize = 48

// Record is one event.
//
//	0        8         16    17   18      20      24      28      32    40    48
//	+--------+---------+-----+----+-------+-------+-------+-------+-----+-----+
//	| Seq    | Time ns | Kind| Op | Flags | Line  | Func  | Depth | A   | B   |
//	+--------+---------+-----+----+-------+-------+-------+-------+-----+-----+
//
// Seq counts from 1 over the recorder's life and has no gaps at the source, so a
// reader sees from it how many records the ring lost. Time is in nanoseconds
// since the recorder started. Op is the opcode being executed, Line the source
// line, Func an index into the recorder's name table, Depth the number of
// frames. A and B depend on Kind; addresses are stored as integers.
type Record struct {
	Seq   uint64
	Time  int64
	Kind  Kind
	Op    uint8
	Flags Flags
	Line  uint32
	Func  uint32
	Depth uint32
	A, B  uint64
}

// Byte offsets of the fields, for readers and writers that are not Go.
const (
	OffSeq   = unsafe.Offsetof(Record{}.Seq)
	OffTime  = unsafe.Offsetof(Record{}.Time)
	OffKind  = unsafe.Offsetof(Record{}.Kind)
	OffOp    = unsafe.Offsetof(Record{}.Op)
	OffFlags = unsafe.Offsetof(Record{}.Flags)
	OffLine  = unsafe.Offsetof(Record{}.Line)
	OffFunc  = unsafe.Offsetof(Record{}.Func)
	OffDepth = unsafe.Offsetof(Record{}.Depth)
	OffA     = unsafe.Offsetof(Record{}.A)
	OffB     = unsafe.Offsetof(Record{}.B)
)

// The size and the offsets are part of the wire format: these lines stop the
// build when a field moves.
var (
	_ [RecordSize]byte = [unsafe.Sizeof(Record{})]byte{}
	_ [16]byte         = [OffKind]byte{}
	_ [18]byte         = [OffFlags]byte{}
	_ [20]byte         = [OffLine]byte{}
	_ [32]byte         = [OffA]byte{}
)

// Bytes returns the records' own memory, without a copy. All hosts of this
// project are little-endian, so this is the wire format.
func Bytes(recs []Record) []byte {
	if len(recs) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(recs))), len(recs)*RecordSize)
}
