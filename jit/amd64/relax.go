package amd64

import (
	"encoding/binary"
	"fmt"

	"github.com/ebb-vm/ebb/jit/ir"
)

// place is a position in code whose branches have no size yet: bytes of the
// buffer and branches in front of it.
type place struct{ raw, sites int32 }

// site is a branch. It takes no room in the buffer; finish puts it in.
type site struct {
	raw   int32
	label ir.Label
	cc    cc // ccAlways for an unconditional one
	size  uint8
}

const ccAlways cc = 0xff

// branches collects what refers to labels.
type branches struct {
	labels []place
	sites  []site
	addrs  []address
}

// address is a displacement of 32 bits at the end of an instruction.
type address struct {
	at    place // of the displacement
	label ir.Label
}

const unbound = -1

// finish decides the size of the branches, beginning with all of them short,
// and returns the code with its labels. ins are positions to be translated.
func (b *branches) finish(raw []byte, ins []place) (code []byte, labels, offsets []int32, err error) {
	before := make([]int32, len(b.sites)+1) // size of the branches in front of each
	final := func(p place) int32 { return p.raw + before[p.sites] }
	for i := range b.sites {
		s := &b.sites[i]
		if b.labels[s.label].raw == unbound {
			return nil, nil, nil, fmt.Errorf("amd64: label %d is not bound", s.label)
		}
		s.size = 2
		before[i+1] = before[i] + 2
	}
	for again := true; again; {
		again = false
		for i := range b.sites {
			s := &b.sites[i]
			if s.size != 2 {
				continue
			}
			d := final(b.labels[s.label]) - (s.raw + before[i] + 2)
			if d != int32(int8(d)) {
				s.size = 6
				if s.cc == ccAlways {
					s.size = 5
				}
				again = true
			}
		}
		if again {
			for i := range b.sites {
				before[i+1] = before[i] + int32(b.sites[i].size)
			}
		}
	}

	code = make([]byte, len(raw)+int(before[len(b.sites)]))
	at, from := int32(0), int32(0)
	for i := range b.sites {
		s := &b.sites[i]
		at += int32(copy(code[at:], raw[from:s.raw]))
		from = s.raw
		d := final(b.labels[s.label]) - (at + int32(s.size))
		switch {
		case s.size == 2 && s.cc == ccAlways:
			code[at], code[at+1] = 0xEB, uint8(d)
		case s.size == 2:
			code[at], code[at+1] = 0x70|s.cc, uint8(d)
		case s.cc == ccAlways:
			code[at] = 0xE9
			binary.LittleEndian.PutUint32(code[at+1:], uint32(d))
		default:
			code[at], code[at+1] = 0x0F, 0x80|s.cc
			binary.LittleEndian.PutUint32(code[at+2:], uint32(d))
		}
		at += int32(s.size)
	}
	copy(code[at:], raw[from:])

	labels = make([]int32, len(b.labels)) // those made while lowering included
	for i, p := range b.labels {
		labels[i] = -1
		if p.raw != unbound {
			labels[i] = final(p)
		}
	}
	for _, a := range b.addrs {
		l := labels[a.label]
		if l < 0 {
			return nil, nil, nil, fmt.Errorf("amd64: label %d is not bound", a.label)
		}
		p := final(a.at)
		binary.LittleEndian.PutUint32(code[p:], uint32(l-(p+4)))
	}
	offsets = make([]int32, len(ins))
	for i, p := range ins {
		offsets[i] = final(p)
	}
	return code, labels, offsets, nil
}
