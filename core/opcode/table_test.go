package opcode

import "testing"

func TestTable(t *testing.T) {
	for i := 0; i < NumOps; i++ {
		o := Op(i)
		info := o.Info()
		if info.Name == "" {
			t.Errorf("number %d has no row", i)
			continue
		}
		if info.Doc == "" {
			t.Errorf("%s has no line of semantics", o)
		}
		if back, ok := ByName(info.Name); !ok || back != o {
			t.Errorf("%s is not found by its name", o)
		}
		if info.Flags&RunsPHP != 0 && info.Flags&Throws == 0 {
			t.Errorf("%s runs PHP but does not throw", o)
		}
		jumps := info.Op1 == Jump || info.Op2 == Jump || info.Ext&ExtMeaning == ExtJump
		if jumps && info.Flags&Branches == 0 {
			t.Errorf("%s has a jump operand but is no branch", o)
		}
	}
	for _, c := range []struct {
		op Op
		n  int
	}{{Add, 1}, {Assign, 22}, {DoFcall, 60}, {InitFcall, 61}, {Exit, 79}, {FetchConstant, 99}, {CallableConvert, 202}, {TypeAssert, 211}} {
		if int(c.op) != c.n {
			t.Errorf("%s = %d, want %d", c.op, c.op, c.n)
		}
	}
}
