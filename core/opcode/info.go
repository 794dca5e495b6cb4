package opcode

// Role says what an operand stands for when its kind is Unused.
type Role uint8

// Roles of operands.
const (
	Nothing     Role = iota
	Num              // a plain number
	Jump             // a jump target
	TryCatch         // index of a try block, or all ones
	This             // $this
	Next             // the next free array index
	ClassFetch       // self, parent, static and fetch flags
	Constructor      // the constructor
	ConstFetch       // flags of a constant look-up
	CacheSlot        // offset into the run-time cache
)

// Ext is the meaning of the extended value. The low four bits hold one
// exclusive meaning, the others may be combined.
type Ext uint16

// Exclusive meanings of the extended value.
const (
	ExtNone      Ext = iota
	ExtNum           // a plain number
	ExtLastCatch     // bit 0: no catch follows in this try block
	ExtJump          // a jump target
	ExtOp            // number of a binary instruction
	ExtType          // a value type
	ExtEval          // kind of inclusion
	ExtTypeMask      // set of value types
	ExtSource        // whether a reference is made from a value or a function result

	ExtMeaning Ext = 0xf
)

// Meanings of the extended value that may be combined.
const (
	ExtVarFetch  Ext = 1 << (iota + 4) // which symbol table
	ExtIsset                           // bit 0: empty rather than isset
	ExtCacheSlot                       // offset into the run-time cache
	ExtArrayInit                       // size << 2, and whether the array is packed
	ExtRef                             // bit 0: element by reference
	ExtFetchRef                        // the fetched slot is about to become a reference
	ExtDimWrite                        // the fetched slot is about to become an array
)

// Flags say how an instruction behaves.
type Flags uint32

// Behaviour of instructions.
const (
	Throws      Flags = 1 << iota // may warn or throw: the opline must be saved first
	RunsPHP                       // may run PHP code (handlers, destructors, hooks)
	Branches                      // has a jump target
	Ends                          // control never reaches the next opline by falling through
	EntersCall                    // may push a frame of PHP code and continue there
	StartsCall                    // prepares a call
	SendsArg                      // passes an argument to the prepared call
	KeepsOp1                      // does not consume a temporary op1
	DefinesOp2                    // a temporary op2 is written rather than read
	Modifies                      // a temporary result exists before and is changed
	TakesData                     // is followed by an OP_DATA
	WritesOp1                     // a variable op1 is written
	SmartBranch                   // a boolean result may be fused with the JMPZ or JMPNZ that follows
	Commutative                   // operands may be exchanged
)

// Info is a row of the table.
type Info struct {
	Name  string
	Op1   Role
	Op2   Role
	Ext   Ext
	Flags Flags
	Doc   string // one line of semantics
}

// Info returns the row of an instruction; the row is empty for a number that
// is not in use.
func (o Op) Info() Info {
	if int(o) < len(table) {
		return table[o]
	}
	return Info{}
}

// Is reports whether the instruction has all the given flags.
func (o Op) Is(f Flags) bool { return int(o) < len(table) && table[o].Flags&f == f }

// Valid reports whether the number is in use.
func (o Op) Valid() bool { return int(o) < len(table) && table[o].Name != "" }

// String returns the name without Zend's prefix.
func (o Op) String() string {
	if o.Valid() {
		return table[o].Name
	}
	return "OP_" + itoa(uint(o))
}

// ByName finds an instruction by the name String returns.
func ByName(name string) (Op, bool) {
	for i := range table {
		if table[i].Name == name && name != "" {
			return Op(i), true
		}
	}
	return 0, false
}

func itoa(n uint) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}
