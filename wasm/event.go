package wasm

import "encoding/binary"

// Event is one record of the VM: a page taken or given back, a chunk mapped,
// a frame at a page's edge. The fields are those of core/trace.Record, 48
// bytes each on the wire, little-endian.
type Event struct {
	Seq   uint64
	Time  int64 // nanoseconds since the run began
	Kind  EventKind
	Op    uint8 // number of the opcode that was executing
	Flags uint16
	Line  uint32
	Func  string // function that was executing
	Depth uint32 // frames on the VM stack
	A, B  uint64 // by kind: an address or a count, and a size
}

// EventKind says what happened.
type EventKind uint8

// Kinds of events, numbered as in core/trace.
const (
	PageTake EventKind = iota + 1
	PageGive
	EdgePush
	EdgePop
	ChunkMap
	ChunkUnmap
	ChunkCache
	ScanChunks
	HugeMap
	HugeUnmap
	RunStart
	RunEnd
	Tier
	DepthSample
)

const recordSize = 48

func decodeEvents(raw []byte, names map[uint32]string) []Event {
	events := make([]Event, len(raw)/recordSize)
	for i := range events {
		r := raw[i*recordSize:]
		le := binary.LittleEndian
		events[i] = Event{
			Seq: le.Uint64(r), Time: int64(le.Uint64(r[8:])), Kind: EventKind(r[16]), Op: r[17],
			Flags: le.Uint16(r[18:]), Line: le.Uint32(r[20:]), Func: names[le.Uint32(r[24:])], Depth: le.Uint32(r[28:]),
			A: le.Uint64(r[32:]), B: le.Uint64(r[40:]),
		}
	}
	return events
}
