package interp

import (
	"os"
	"strings"
	"testing"

	"github.com/ebb-vm/ebb/core/opcode"
)

// unreachable are the opcodes that no code is compiled to: halves of others,
// hooks of extensions, and what newer engines withdrew or never emit here.
var unreachable = map[opcode.Op]bool{
	opcode.OpData: true, opcode.UserOpcode: true, opcode.CallTrampoline: true,
	opcode.FramelessIcall0: true, opcode.FramelessIcall1: true, opcode.FramelessIcall2: true, opcode.FramelessIcall3: true,
	opcode.JmpFrameless: true, opcode.TypeAssert: true,
}

// Every opcode of the table has a general path.
func TestEveryOpcodeHasACase(t *testing.T) {
	src, err := os.ReadFile("slow.go")
	if err != nil {
		t.Fatal(err)
	}
	text := string(src)
	cases := map[string]bool{}
	for _, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "case ") {
			continue
		}
		for _, c := range strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "case "), ":"), ",") {
			cases[strings.ToUpper(strings.TrimPrefix(strings.TrimSpace(c), "opcode."))] = true
		}
	}
	for n := 0; n < opcode.NumOps; n++ {
		o := opcode.Op(n)
		if !o.Valid() || unreachable[o] {
			continue
		}
		if !cases[strings.ReplaceAll(o.String(), "_", "")] {
			t.Errorf("%s has no case", o)
		}
	}
}
