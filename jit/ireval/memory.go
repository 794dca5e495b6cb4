package ireval

import (
	"encoding/binary"
	"fmt"
)

// Memory is what a function loads from and stores to. Sizes are 1, 4 and 8
// bytes; loads extend with zeros, stores take the low bytes.
type Memory interface {
	Load(addr uint64, size int) (uint64, error)
	Store(addr uint64, size int, v uint64) error
}

// Direct is memory that two functions reach: of the process itself, say.
type Direct struct {
	LoadFunc  func(addr uint64, size int) uint64
	StoreFunc func(addr uint64, size int, v uint64)
}

// Load implements Memory.
func (d Direct) Load(addr uint64, size int) (uint64, error) { return d.LoadFunc(addr, size), nil }

// Store implements Memory.
func (d Direct) Store(addr uint64, size int, v uint64) error {
	d.StoreFunc(addr, size, v)
	return nil
}

// Sparse is memory in pieces at chosen addresses, for tests. What is outside
// them is not there.
type Sparse struct{ pieces []piece }

type piece struct {
	at uint64
	b  []byte
}

// Map puts bytes at an address; stores change them. Pieces must not overlap.
func (s *Sparse) Map(at uint64, b []byte) { s.pieces = append(s.pieces, piece{at, b}) }

// Load implements Memory.
func (s *Sparse) Load(addr uint64, size int) (uint64, error) {
	b, err := s.find(addr, size)
	if err != nil {
		return 0, err
	}
	var w [8]byte
	copy(w[:], b)
	return binary.LittleEndian.Uint64(w[:]), nil
}

// Store implements Memory.
func (s *Sparse) Store(addr uint64, size int, v uint64) error {
	b, err := s.find(addr, size)
	if err != nil {
		return err
	}
	var w [8]byte
	binary.LittleEndian.PutUint64(w[:], v)
	copy(b, w[:size])
	return nil
}

func (s *Sparse) find(addr uint64, size int) ([]byte, error) {
	for _, p := range s.pieces {
		if off := addr - p.at; addr >= p.at && off < uint64(len(p.b)) && uint64(size) <= uint64(len(p.b))-off {
			return p.b[off : off+uint64(size)], nil
		}
	}
	return nil, fmt.Errorf("no memory at %#x", addr)
}
