package interp

import (
	"unsafe"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// Kinds of results of comparisons that are fused with the jump behind them.
const (
	jmpZ  = code.Tmp | code.SmartJmpZ
	jmpNZ = code.Tmp | code.SmartJmpNZ
)

// loop runs from op in frame fp until a frame flagged CallTop is left.
//
// Every case either finishes inline and continues, or falls out of the switch
// with op set by a slow path, after which the current frame is read back from
// the context. Nothing but ctx and x lives across a call, which keeps op and fp
// in registers everywhere else.
//
// It returns nil. Where fuel is counted it also returns now and then with the
// instruction to go on with: a browser runs a function that is never called
// again in its slowest code for ever. There it does so too when a function flagged
// AccCompiled has been entered and when a frame flagged CallLeave has returned, so
// that a tier gets to run what it has code for.
func loop(x *Exec, fp *Frame, op *Opline) *Opline {
	ctx := x.Ctx
	for {
		switch opcode.Op(op.Code) {
		case opcode.Nop, opcode.ExtStmt, opcode.ExtFcallBegin, opcode.ExtFcallEnd, opcode.ExtNop:
			op = next(op)
			continue

		case opcode.Add:
			a, b := val1(fp, op), val2(fp, op)
			if a.T == tLong && b.T == tLong {
				s := a.V + b.V
				if int64((a.V^s)&(b.V^s)) >= 0 {
					r := res(fp, op)
					r.V, r.T = s, tLong
					op = next(op)
					continue
				}
			} else if a.T == tDouble && b.T == tDouble {
				res(fp, op).SetDouble(a.Double() + b.Double())
				op = next(op)
				continue
			}
			op = opArith(x, fp, op)

		case opcode.Sub:
			a, b := val1(fp, op), val2(fp, op)
			if a.T == tLong && b.T == tLong {
				s := a.V - b.V
				if int64((a.V^b.V)&(a.V^s)) >= 0 {
					r := res(fp, op)
					r.V, r.T = s, tLong
					op = next(op)
					continue
				}
			} else if a.T == tDouble && b.T == tDouble {
				res(fp, op).SetDouble(a.Double() - b.Double())
				op = next(op)
				continue
			}
			op = opArith(x, fp, op)

		case opcode.Mul:
			a, b := val1(fp, op), val2(fp, op)
			if a.T == tDouble && b.T == tDouble {
				res(fp, op).SetDouble(a.Double() * b.Double())
				op = next(op)
				continue
			} else if a.T == tLong && b.T == tLong {
				if p, ok := mulLong(int64(a.V), int64(b.V)); ok {
					r := res(fp, op)
					r.V, r.T = uint64(p), tLong
					op = next(op)
					continue
				}
			}
			op = opArith(x, fp, op)

		case opcode.Div:
			a, b := val1(fp, op), val2(fp, op)
			if a.T == tDouble && b.T == tDouble && b.V<<1 != 0 {
				res(fp, op).SetDouble(a.Double() / b.Double())
				op = next(op)
				continue
			}
			op = opBinary(x, fp, op)

		case opcode.Mod:
			a, b := val1(fp, op), val2(fp, op)
			if a.T == tLong && b.T == tLong && b.V+1 > 1 {
				res(fp, op).SetLong(int64(a.V) % int64(b.V))
				op = next(op)
				continue
			}
			op = opBinary(x, fp, op)

		case opcode.BwAnd:
			a, b := val1(fp, op), val2(fp, op)
			if a.T == tLong && b.T == tLong {
				r := res(fp, op)
				r.V, r.T = a.V&b.V, tLong
				op = next(op)
				continue
			}
			op = opBinary(x, fp, op)

		case opcode.BwOr:
			a, b := val1(fp, op), val2(fp, op)
			if a.T == tLong && b.T == tLong {
				r := res(fp, op)
				r.V, r.T = a.V|b.V, tLong
				op = next(op)
				continue
			}
			op = opBinary(x, fp, op)

		case opcode.BwXor:
			a, b := val1(fp, op), val2(fp, op)
			if a.T == tLong && b.T == tLong {
				r := res(fp, op)
				r.V, r.T = a.V^b.V, tLong
				op = next(op)
				continue
			}
			op = opBinary(x, fp, op)

		case opcode.Sl:
			a, b := val1(fp, op), val2(fp, op)
			if a.T == tLong && b.T == tLong && b.V < 64 {
				r := res(fp, op)
				r.V, r.T = a.V<<b.V, tLong
				op = next(op)
				continue
			}
			op = opBinary(x, fp, op)

		case opcode.Sr:
			a, b := val1(fp, op), val2(fp, op)
			if a.T == tLong && b.T == tLong && b.V < 64 {
				r := res(fp, op)
				r.V, r.T = uint64(int64(a.V)>>b.V), tLong
				op = next(op)
				continue
			}
			op = opBinary(x, fp, op)

		case opcode.Concat, opcode.FastConcat:
			op = opConcat(x, fp, op)

		case opcode.IsSmaller:
			a, b := val1(fp, op), val2(fp, op)
			var c bool
			if a.T == tLong && b.T == tLong {
				c = int64(a.V) < int64(b.V)
			} else if a.T == tDouble && b.T == tDouble {
				c = a.Double() < b.Double()
			} else {
				op = opCompare(x, fp, op)
				break
			}
			n := next(op)
			if op.ResKind == jmpNZ {
				if !c {
					op = next(n)
					continue
				}
				if !poll(ctx) {
					op = jump(n, n.Op2)
					continue
				}
				op = jumpTo(x, fp, n, n.Op2)
				break
			}
			if op.ResKind == jmpZ {
				if c {
					op = next(n)
				} else {
					op = jump(n, n.Op2)
				}
				continue
			}
			res(fp, op).SetBool(c)
			op = n
			continue

		case opcode.IsSmallerOrEqual:
			a, b := val1(fp, op), val2(fp, op)
			var c bool
			if a.T == tLong && b.T == tLong {
				c = int64(a.V) <= int64(b.V)
			} else if a.T == tDouble && b.T == tDouble {
				c = a.Double() <= b.Double()
			} else {
				op = opCompare(x, fp, op)
				break
			}
			n := next(op)
			if op.ResKind == jmpNZ {
				if !c {
					op = next(n)
					continue
				}
				if !poll(ctx) {
					op = jump(n, n.Op2)
					continue
				}
				op = jumpTo(x, fp, n, n.Op2)
				break
			}
			if op.ResKind == jmpZ {
				if c {
					op = next(n)
				} else {
					op = jump(n, n.Op2)
				}
				continue
			}
			res(fp, op).SetBool(c)
			op = n
			continue

		case opcode.IsEqual, opcode.IsNotEqual, opcode.Case:
			a, b := val1(fp, op), val2(fp, op)
			var c bool
			if a.T == tLong && b.T == tLong {
				c = a.V == b.V
			} else if a.T == tDouble && b.T == tDouble {
				c = a.Double() == b.Double()
			} else {
				op = opEqual(x, fp, op)
				break
			}
			if op.Code == uint8(opcode.IsNotEqual) {
				c = !c
			}
			n := next(op)
			if op.ResKind == jmpZ {
				if c {
					op = next(n)
				} else {
					op = jump(n, n.Op2)
				}
				continue
			}
			if op.ResKind == jmpNZ {
				if c {
					op = jumpTo(x, fp, n, n.Op2)
					break
				}
				op = next(n)
				continue
			}
			res(fp, op).SetBool(c)
			op = n
			continue

		case opcode.IsIdentical, opcode.IsNotIdentical, opcode.CaseStrict:
			a, b := val1(fp, op), val2(fp, op)
			var c bool
			if a.T <= tLong && b.T <= tLong && a.T != tUndef && b.T != tUndef {
				c = a.T == b.T && (a.T < tLong || a.V == b.V)
			} else {
				op = opIdentical(x, fp, op)
				break
			}
			if op.Code == uint8(opcode.IsNotIdentical) {
				c = !c
			}
			n := next(op)
			if op.ResKind == jmpZ {
				if c {
					op = next(n)
				} else {
					op = jump(n, n.Op2)
				}
				continue
			}
			if op.ResKind == jmpNZ {
				if c {
					op = jumpTo(x, fp, n, n.Op2)
					break
				}
				op = next(n)
				continue
			}
			res(fp, op).SetBool(c)
			op = n
			continue

		case opcode.Jmp:
			if poll(ctx) {
				op = jumpTo(x, fp, op, op.Op1)
				break
			}
			op = jump(op, op.Op1)
			continue

		case opcode.Jmpz:
			v := val1(fp, op)
			if v.T == tTrue {
				op = next(op)
				continue
			}
			if v.T <= tTrue && v.T != tUndef {
				op = jump(op, op.Op2)
				continue
			}
			if v.T == tLong {
				if v.V != 0 {
					op = next(op)
				} else {
					op = jump(op, op.Op2)
				}
				continue
			}
			op = opJmpzFast(x, fp, op)

		case opcode.Jmpnz:
			v := val1(fp, op)
			if v.T == tTrue && !poll(ctx) {
				op = jump(op, op.Op2)
				continue
			}
			if v.T < tTrue && v.T != tUndef {
				op = next(op)
				continue
			}
			op = opJmpnz(x, fp, op)

		case opcode.JmpzEx, opcode.JmpnzEx:
			v := val1(fp, op)
			if (v.T == tTrue || v.T == tFalse) && !poll(ctx) {
				res(fp, op).T = v.T
				if (v.T == tTrue) == (op.Code == uint8(opcode.JmpnzEx)) {
					op = jump(op, op.Op2)
				} else {
					op = next(op)
				}
				continue
			}
			op = opJmpEx(x, fp, op)

		case opcode.Bool, opcode.BoolNot:
			v := val1(fp, op)
			if v.T == tTrue || v.T == tFalse {
				r := res(fp, op)
				if op.Code == uint8(opcode.Bool) {
					r.T = v.T
				} else {
					r.T = tTrue + tFalse - v.T
				}
				op = next(op)
				continue
			}
			op = opBool(x, fp, op)

		case opcode.Assign:
			v := val2(fp, op)
			p := at(fp, op.Op1)
			if op.Op1Kind == code.CV && p.T&zval.FlagsMask == 0 && v.T != tUndef {
				if v.T&zval.FlagsMask == 0 && zval.Type(v.T) != zval.Indirect || op.Op2Kind == code.Tmp {
					p.V, p.T = v.V, v.T
					if op.ResKind != code.Unused {
						res(fp, op).CopyFrom(p)
					}
					op = next(op)
					continue
				}
				if op.Op2Kind == code.CV && zval.Type(v.T) != zval.ReferenceT {
					p.V, p.T = v.V, v.T
					v.Counted().RC++
					if op.ResKind != code.Unused {
						res(fp, op).CopyFrom(p)
					}
					op = next(op)
					continue
				}
			}
			op = opAssignFast(x, fp, op)

		case opcode.AssignOp:
			p, v := at(fp, op.Op1), val2(fp, op)
			if op.Op1Kind == code.CV && op.ResKind == code.Unused {
				if p.T == tLong && v.T == tLong {
					switch opcode.Op(op.Ext) {
					case opcode.Add:
						s := p.V + v.V
						if int64((p.V^s)&(v.V^s)) >= 0 {
							p.V = s
							op = next(op)
							continue
						}
					case opcode.Sub:
						s := p.V - v.V
						if int64((p.V^v.V)&(p.V^s)) >= 0 {
							p.V = s
							op = next(op)
							continue
						}
					case opcode.BwXor:
						p.V ^= v.V
						op = next(op)
						continue
					}
				} else if p.T == tDouble && v.T == tDouble {
					switch opcode.Op(op.Ext) {
					case opcode.Add:
						p.SetDouble(p.Double() + v.Double())
						op = next(op)
						continue
					case opcode.Sub:
						p.SetDouble(p.Double() - v.Double())
						op = next(op)
						continue
					case opcode.Mul:
						p.SetDouble(p.Double() * v.Double())
						op = next(op)
						continue
					}
				}
			}
			op = opAssignOpFast(x, fp, op)

		case opcode.QmAssign:
			v := val1(fp, op)
			r := res(fp, op)
			if v.T&zval.FlagsMask == 0 && v.T != tUndef && v.T <= tDouble {
				r.V, r.T = v.V, v.T
				op = next(op)
				continue
			}
			if op.Op1Kind == code.Tmp {
				r.V, r.T = v.V, v.T
				op = next(op)
				continue
			}
			op = opQmAssignFast(x, fp, op)

		case opcode.PreInc:
			p := at(fp, op.Op1)
			if p.T == tLong && p.V != maxLong {
				p.V++
				if op.ResKind != code.Unused {
					r := res(fp, op)
					r.V, r.T = p.V, tLong
				}
				op = next(op)
				continue
			}
			op = opIncDec(x, fp, op)

		case opcode.PreDec:
			p := at(fp, op.Op1)
			if p.T == tLong && p.V != 1<<63 {
				p.V--
				if op.ResKind != code.Unused {
					r := res(fp, op)
					r.V, r.T = p.V, tLong
				}
				op = next(op)
				continue
			}
			op = opIncDec(x, fp, op)

		case opcode.PostInc:
			p := at(fp, op.Op1)
			if p.T == tLong && p.V != maxLong {
				r := res(fp, op)
				r.V, r.T = p.V, tLong
				p.V++
				op = next(op)
				continue
			}
			op = opIncDec(x, fp, op)

		case opcode.PostDec:
			p := at(fp, op.Op1)
			if p.T == tLong && p.V != 1<<63 {
				r := res(fp, op)
				r.V, r.T = p.V, tLong
				p.V--
				op = next(op)
				continue
			}
			op = opIncDec(x, fp, op)

		case opcode.InitFcall:
			fn := *cell(fp, op.Result)
			top := ctx.Top
			if fn != 0 && top+uintptr(op.Op1) <= ctx.End {
				ctx.Top = top + uintptr(op.Op1)
				ctx.Depth++
				call := vmstack.At(top)
				call.Call = 0
				call.Func = mm.Addr(fn)
				call.This.V = 0
				call.This.T = 0
				call.This.U = op.Ext
				call.Prev = fp.Call
				call.Symbols = 0
				fp.Call = top
				op = next(op)
				continue
			}
			op = opInitFcall(x, fp, op)

		case opcode.InitFcallByName, opcode.InitNsFcallByName:
			if a := *cell(fp, op.Result); a != 0 {
				fn := code.FuncAt(mm.Addr(a))
				size := uintptr(fn.FrameBytes)
				if op.Ext <= fn.NumArgs && fn.Kind == code.FuncUser && ctx.Top+size <= ctx.End {
					top := ctx.Top
					ctx.Top = top + size
					ctx.Depth++
					call := vmstack.At(top)
					call.Call = 0
					call.Func = mm.Addr(a)
					call.This.V = 0
					call.This.T = 0
					call.This.U = op.Ext
					call.Prev = fp.Call
					call.Symbols = 0
					fp.Call = top
					op = next(op)
					continue
				}
			}
			op = opInitFcallByName(x, fp, op)

		case opcode.InitMethodCall:
			if op.Op2Kind == code.Const {
				var o *zval.Object
				info := uint32(vmstack.CallThis)
				if op.Op1Kind == code.Unused {
					o = fp.This.Obj()
				} else if v := at(fp, op.Op1); zval.Type(v.T) == zval.ObjectT && op.Op1Kind != code.Const {
					o = v.Obj()
					info |= vmstack.CallReleaseThis
				} else {
					op = opInitMethodCall(x, fp, op)
					break
				}
				c := cells(fp, op.Result)
				if c[0] == uint64(o.Class) {
					fn := code.FuncAt(mm.Addr(c[1]))
					size := uintptr(fn.FrameBytes)
					if op.Ext <= fn.NumArgs && fn.Kind == code.FuncUser && fn.Flags&(code.AccStatic|code.AccClosure) == 0 && fn.Cache != 0 && ctx.Top+size <= ctx.End {
						if op.Op1Kind == code.CV {
							o.GC.RC++
						}
						top := ctx.Top
						ctx.Top = top + size
						ctx.Depth++
						call := vmstack.At(top)
						call.Call = 0
						call.Func = mm.Addr(c[1])
						call.This.V = uint64(uintptr(unsafe.Pointer(o)))
						call.This.T = info
						call.This.U = op.Ext
						call.Prev = fp.Call
						call.Symbols = 0
						fp.Call = top
						op = next(op)
						continue
					}
				}
			}
			op = opInitMethodCall(x, fp, op)

		case opcode.InitStaticMethodCall:
			op = opInitStaticMethodCallFast(x, fp, op)

		case opcode.New:
			op = opNew(x, fp, op)

		case opcode.SendVal:
			if op.Op2Kind == code.Const {
				op = opSendVal(x, fp, op)
				break
			}
			v := val1(fp, op)
			arg := at(vmstack.At(fp.Call), op.Result)
			arg.V, arg.T = v.V, v.T
			op = next(op)
			continue

		case opcode.SendValEx:
			call := vmstack.At(fp.Call)
			if op.Op2Kind != code.Const && code.FuncAt(call.Func).RefMask == 0 {
				v := val1(fp, op)
				arg := at(call, op.Result)
				arg.V, arg.T = v.V, v.T
				op = next(op)
				continue
			}
			op = opSendValEx(x, fp, op)

		case opcode.SendVar:
			v := at(fp, op.Op1)
			if op.Op2Kind != code.Const && v.T != tUndef && (v.T&zval.FlagsMask == 0 && v.T <= tDouble || op.Op1Kind == code.CV && zval.Type(v.T) != zval.ReferenceT) {
				arg := at(vmstack.At(fp.Call), op.Result)
				arg.V, arg.T = v.V, v.T
				if v.T&zval.FlagsMask != 0 {
					v.Counted().RC++
				}
				op = next(op)
				continue
			}
			op = opSendVar(x, fp, op)

		case opcode.SendVarEx:
			v := at(fp, op.Op1)
			call := vmstack.At(fp.Call)
			fn := code.FuncAt(call.Func)
			if op.Op2Kind != code.Const && fn.RefMask|fn.PreferMask == 0 && v.T != tUndef &&
				(v.T&zval.FlagsMask == 0 && v.T <= tDouble || op.Op1Kind == code.CV && zval.Type(v.T) != zval.ReferenceT) {
				arg := at(call, op.Result)
				arg.V, arg.T = v.V, v.T
				if v.T&zval.FlagsMask != 0 {
					v.Counted().RC++
				}
				op = next(op)
				continue
			}
			op = opSendVarEx(x, fp, op)

		case opcode.SendRef:
			op = opSendRef(x, fp, op)

		case opcode.DoFcall, opcode.DoUcall, opcode.DoFcallByName:
			call := vmstack.At(fp.Call)
			fn := code.FuncAt(call.Func)
			n := call.This.U
			const odd = code.AccAbstract | code.AccDeprecated | code.AccNoDiscard | code.AccTrampoline | code.AccCompiled
			if fn.Kind == code.FuncUser && fn.Flags&odd == 0 && n <= fn.NumArgs && fn.Cache != 0 && !poll(ctx) {
				fp.Opline = op.Addr()
				fp.Call = call.Prev
				call.Call = 0
				call.Return = 0
				if op.ResKind != code.Unused {
					r := res(fp, op)
					r.T = tNull
					call.Return = uintptr(unsafe.Pointer(r))
				}
				call.Prev = fp.Addr()
				call.Cache = fn.Cache
				start := fn.Code
				if fn.Flags&code.AccHasTypeHints == 0 {
					start += uintptr(n) * code.OplineSize
				}
				for cvs := fn.NumCVs; n < cvs; n++ {
					call.Slot(int(n)).T = tUndef
				}
				fp = call
				ctx.FP = fp.Addr()
				op = code.OplineAt(start)
				continue
			}
			op = opDoCall(x, fp, op)

		case opcode.DoIcall:
			op = opDoCall(x, fp, op)

		case opcode.Recv:
			if op.Op1 <= fp.This.U && op.Op2>>(res(fp, op).T&0xff)&1 != 0 {
				op = next(op)
				continue
			}
			op = opRecv(x, fp, op)

		case opcode.RecvInit:
			if op.Op1 > fp.This.U {
				lit := op.Literal(op.Op2)
				if zval.Type(lit.T) != zval.ConstAST {
					r := res(fp, op)
					r.V, r.T = lit.V, lit.T
					op = next(op)
					continue
				}
			}
			op = opRecvInit(x, fp, op)

		case opcode.Return:
			v := val1(fp, op)
			if fp.Return != 0 {
				if v.T&zval.FlagsMask != 0 && (op.Op1Kind&tmpVar == 0 || zval.Type(v.T) == zval.ReferenceT) || v.T == tUndef || zval.Type(v.T) == zval.Indirect {
					op = opReturn(x, fp, op)
					break
				}
				r := valueAtAddr(fp.Return)
				r.V, r.T = v.V, v.T
			} else if v.T&zval.FlagsMask != 0 || v.T == tUndef {
				op = opReturn(x, fp, op)
				break
			}
			const odd = vmstack.CallCode | vmstack.CallTop | vmstack.CallAllocated | vmstack.CallFreeExtra | vmstack.CallHasSymbols |
				vmstack.CallClosure | vmstack.CallGenerator | vmstack.CallHasExtraNamed | vmstack.CallLeave
			if fp.This.T&odd == 0 {
				n := int(code.FuncAt(fp.Func).NumCVs)
				i := 0
				for i < n && fp.Slot(i).T&zval.FlagsMask == 0 {
					i++
				}
				if i == n && (fp.This.T&vmstack.CallReleaseThis == 0 || dropThis(fp.This.Obj())) {
					ctx.Top = fp.Addr()
					ctx.Depth--
					ctx.FP = fp.Prev
					fp = vmstack.At(fp.Prev)
					op = next(code.OplineAt(fp.Opline))
					continue
				}
			}
			fp.Opline = op.Addr()
			op = leaveTo(x, fp)

		case opcode.Free:
			if at(fp, op.Op1).T&zval.FlagsMask == 0 {
				op = next(op)
				continue
			}
			op = opFree(x, fp, op)

		case opcode.FeFree:
			op = opFeFree(x, fp, op)

		case opcode.FetchDimR:
			c, d := val1(fp, op), val2(fp, op)
			if d.T == tLong && op.Op1Kind == code.CV {
				if zval.Type(c.T) == zval.ReferenceT {
					c = &c.Ref().Val
				}
				if zval.Type(c.T) == zval.ArrayT {
					t := c.Arr()
					if t.Packed() && d.V < uint64(t.Used) {
						v := zval.ValueAt(t.Data + uintptr(d.V)*zval.ValueSize)
						if v.T&zval.FlagsMask == 0 {
							if v.T != tUndef {
								r := res(fp, op)
								r.V, r.T = v.V, v.T
								op = next(op)
								continue
							}
						} else if zval.Type(v.T) != zval.ReferenceT {
							v.Counted().RC++
							r := res(fp, op)
							r.V, r.T = v.V, v.T
							op = next(op)
							continue
						}
					}
				}
			}
			op = opFetchDimRFast(x, fp, op)

		case opcode.FetchDimW, opcode.FetchDimRw, opcode.FetchListW, opcode.FetchDimUnset:
			op = opFetchDimWFast(x, fp, op)

		case opcode.AssignDimOp:
			op = opAssignDimOpFast(x, fp, op)

		case opcode.AssignDim:
			c, d := at(fp, op.Op1), val2(fp, op)
			if op.Op2Kind != code.Unused && d.T == tLong && op.Op1Kind == code.CV && c.T == zval.ArrayEx {
				t := c.Arr()
				if t.GC.RC == 1 && t.Packed() && d.V < uint64(t.Used) {
					slot := zval.ValueAt(t.Data + uintptr(d.V)*zval.ValueSize)
					n := next(op)
					v := val1(fp, n)
					if slot.T&zval.FlagsMask == 0 && slot.T != tUndef && v.T&zval.FlagsMask == 0 && v.T <= tDouble && v.T != tUndef {
						slot.V, slot.T = v.V, v.T
						if op.ResKind != code.Unused {
							r := res(fp, op)
							r.V, r.T = v.V, v.T
						}
						op = next(n)
						continue
					}
				}
			}
			op = opAssignDimFast(x, fp, op)

		case opcode.FeResetR:
			op = opFeResetR(x, fp, op)

		case opcode.FeFetchR:
			it := at(fp, op.Op1)
			if zval.Type(it.T) == zval.ArrayT && op.Op2Kind == code.CV {
				t := it.Arr()
				i := it.U
				p := at(fp, op.Op2)
				if t.Packed() {
					for i < t.Used && zval.ValueAt(t.Data+uintptr(i)*zval.ValueSize).T == tUndef {
						i++
					}
					if i >= t.Used {
						op = jump(op, op.Ext)
						continue
					}
					v := zval.ValueAt(t.Data + uintptr(i)*zval.ValueSize)
					if zval.Type(v.T) != zval.ReferenceT && p.T&zval.FlagsMask == 0 {
						it.U = i + 1
						if v.T&zval.FlagsMask != 0 {
							v.Counted().RC++
						}
						p.V, p.T = v.V, v.T
						if op.ResKind != code.Unused {
							res(fp, op).SetLong(int64(i))
						}
						op = next(op)
						continue
					}
				} else if i < t.Used {
					b := t.BucketAt(i)
					v := &b.Val
					if v.T != tUndef && zval.Type(v.T) != zval.ReferenceT && zval.Type(v.T) != zval.Indirect && p.T&zval.FlagsMask == 0 {
						it.U = i + 1
						if v.T&zval.FlagsMask != 0 {
							v.Counted().RC++
						}
						p.V, p.T = v.V, v.T
						if op.ResKind != code.Unused {
							r := res(fp, op)
							if b.Key != 0 {
								r.SetStr(zval.StringAt(b.Key).AddRef())
							} else {
								r.SetLong(int64(b.H))
							}
						}
						op = next(op)
						continue
					}
				}
			}
			op = opFeFetchR(x, fp, op)

		case opcode.FetchObjR:
			if op.Op2Kind == code.Const && op.Op1Kind&(code.CV|code.Unused) == op.Op1Kind {
				v := &fp.This
				if op.Op1Kind == code.CV {
					v = at(fp, op.Op1)
				}
				if zval.Type(v.T) == zval.ObjectT {
					o := v.Obj()
					c := cells(fp, op.Ext&cacheMask)
					if c[0] == uint64(o.Class) {
						v = o.PropAt(uintptr(c[1]))
						if v.T != tUndef && zval.Type(v.T) != zval.ReferenceT {
							if v.T&zval.FlagsMask != 0 {
								v.Counted().RC++
							}
							r := res(fp, op)
							r.V, r.T = v.V, v.T
							op = next(op)
							continue
						}
					}
				}
			}
			op = opFetchObjR(x, fp, op)

		case opcode.AssignObj:
			op = opAssignObjFast(x, fp, op)

		case opcode.AssignObjOp:
			op = opAssignObjOpFast(x, fp, op)

		case opcode.PreIncObj, opcode.PreDecObj, opcode.PostIncObj, opcode.PostDecObj:
			op = opIncDecObjFast(x, fp, op)

		case opcode.RopeInit:
			op = opRopeInit(x, fp, op)
		case opcode.RopeAdd:
			op = opRopeAdd(x, fp, op)
		case opcode.RopeEnd:
			op = opRopeEnd(x, fp, op)

		case opcode.Echo:
			op = opEcho(x, fp, op)

		case opcode.TypeCheck:
			op = opTypeCheck(x, fp, op)

		case opcode.IssetIsemptyCv:
			op = opIssetIsemptyCv(x, fp, op)

		case opcode.IssetIsemptyDimObj:
			op = opIssetIsemptyDim(x, fp, op)

		case opcode.Coalesce:
			op = opCoalesce(x, fp, op)

		case opcode.Strlen:
			v := val1(fp, op)
			if zval.Type(v.T) == zval.StringT && op.Op1Kind&tmpVar == 0 {
				res(fp, op).SetLong(int64(v.Str().Len))
				op = next(op)
				continue
			}
			op = opStrlen(x, fp, op)

		case opcode.SwitchLong, opcode.SwitchString, opcode.Match:
			op = opSwitch(x, fp, op)

		case opcode.FetchConstant:
			if c := *cell(fp, op.Ext); c != 0 {
				v := valueAtAddr(mm.Addr(c))
				res(fp, op).CopyFrom(v)
				op = next(op)
				continue
			}
			op = opFetchConstant(x, fp, op)

		case opcode.FetchThis:
			op = opFetchThis(x, fp, op)

		case opcode.UnsetCv:
			op = opUnsetCv(x, fp, op)

		case opcode.Spaceship:
			a, b := val1(fp, op), val2(fp, op)
			if a.T == tLong && b.T == tLong {
				r := res(fp, op)
				r.T = tLong
				switch {
				case int64(a.V) < int64(b.V):
					r.V = ^uint64(0)
				case a.V == b.V:
					r.V = 0
				default:
					r.V = 1
				}
				op = next(op)
				continue
			}
			op = opSpaceship(x, fp, op)

		// The rest saves the way through slow's own switch.
		case opcode.InitArray:
			op = opInitArray(x, fp, op)
		case opcode.AddArrayElement:
			op = opAddArrayElement(x, fp, op)
		case opcode.InitDynamicCall:
			op = opInitDynamicCall(x, fp, op)
		case opcode.FetchDimIs:
			op = opFetchDimIs(x, fp, op)
		case opcode.FetchListR:
			op = opFetchListR(x, fp, op)
		case opcode.Count:
			op = opCount(x, fp, op)
		case opcode.Instanceof:
			op = opInstanceof(x, fp, op)
		case opcode.IssetIsemptyPropObj:
			op = opIssetIsemptyPropFast(x, fp, op)
		case opcode.VerifyReturnType:
			op = opVerifyReturnType(x, fp, op)
		case opcode.FetchObjW:
			op = opFetchObjW(x, fp, op)
		case opcode.FetchClassConstant:
			op = opFetchClassConstantFast(x, fp, op)
		case opcode.FetchStaticPropR:
			op = opFetchStaticPropRFast(x, fp, op)
		case opcode.JmpSet:
			op = opJmpSetFast(x, fp, op)
		case opcode.Cast:
			op = opCast(x, fp, op)
		case opcode.UnsetDim:
			op = opUnsetDim(x, fp, op)
		case opcode.ArrayKeyExists:
			op = opArrayKeyExists(x, fp, op)
		case opcode.Yield:
			op = opYield(x, fp, op)

		default:
			op = slow(x, fp, op)
		}
		if op == nil {
			return nil
		}
		if rt.CountsFuel && ctx.ExitInfo != 0 {
			ctx.ExitInfo = 0
			return op
		}
		fp = vmstack.At(ctx.FP)
	}
}
