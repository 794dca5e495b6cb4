package vm

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/jit/ir"
	"github.com/ebb-vm/ebb/native/enter"
)

// check runs small pieces of code that show whether machine code can be entered
// and left, polls, and faults as expected.
func (v *VM) check() error {
	if err := enter.Check(); err != nil {
		return fmt.Errorf("%w: %w", errAssumption, err)
	}
	ctx := new(vmstack.Context)
	try := func(build func(b *ir.Builder)) (exit uint64, fault error) {
		b := ir.NewBuilder("check")
		build(b)
		p, err := v.put(b.Finish())
		if err != nil {
			return 0, err
		}
		defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
		defer func() {
			if r := recover(); r != nil {
				e, ok := r.(runtime.Error)
				if !ok {
					panic(r)
				}
				fault = e
			}
		}()
		var word [1]uintptr
		word[0] = p
		ctx.IP = addrOf(&word)
		return enter.At(ctx, p), nil
	}
	if exit, err := try(func(b *ir.Builder) { b.Exit(42) }); err != nil || exit != 42 {
		return fmt.Errorf("%w: exit %d, %v", errAssumption, exit, err)
	}
	// The poll holds only while the scheduler asks: once in a few tries it must not.
	calm := false
	for i := 0; i < 100 && !calm; i++ {
		exit, err := try(func(b *ir.Builder) {
			l := b.NewLabel()
			b.PollG(l)
			b.Exit(1)
			b.Bind(l)
			b.Exit(2)
		})
		if err != nil {
			return fmt.Errorf("%w: polling: %w", errAssumption, err)
		}
		calm = exit == 1
	}
	if !calm {
		return fmt.Errorf("%w: the stack guard asks for the thread all the time", errAssumption)
	}
	if _, err := try(func(b *ir.Builder) {
		p, r := b.NewReg(), b.NewReg()
		b.Const(p, 16)
		b.Ld64(r, ir.At(p, 0))
		b.St64(ir.At(p, 8), r)
		b.Exit(0)
	}); err == nil {
		return fmt.Errorf("%w: a fault did not become a panic", errAssumption)
	}
	return nil
}
