package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/ebb-vm/ebb/cmd/ebb/internal/table"
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

const framesHelp = `usage: ebb frames [options] FILE

Compiles FILE, runs nothing, and lists the frame of every function: arguments,
variables (arguments included), temporaries, the slots of 16 bytes that make a
frame with the call header's five, its bytes, how many frames fit on a VM stack
page, and the depths at which a recursion crosses onto a new page: 1,820 means
that the 1,820th call inside each other, the first of them made by the main
script, opens one. Each function is listed without and with the optimizer, which
gives temporaries shared slots. Every argument beyond the declared ones adds a
slot. Generators run in a block of their own, not on the stack.

options:
  --page-size SIZE  bytes of a page (256K)
  --crossings N     list the first N depths (4)
  --json            an array of objects: function optimized args vars tmps slots
                    bytes frames_per_page crosses
  -d NAME=V         a setting of the compiler
`

func framesCommand() command {
	return command{name: "frames", summary: "frame sizes, and depths at which pages are crossed", help: framesHelp, run: runFrames}
}

// frameRow is one function's frame.
type frameRow struct {
	Function      string `json:"function"`
	Optimized     bool   `json:"optimized"`
	Args          uint32 `json:"args"`
	Vars          uint32 `json:"vars"`
	Tmps          uint32 `json:"tmps"`
	Slots         uint32 `json:"slots"`
	Bytes         uint32 `json:"bytes"`
	FramesPerPage int    `json:"frames_per_page"`
	Crosses       []int  `json:"crosses"`
	generator     bool
}

func runFrames(o *options, args []string) (int, error) {
	f := newFlags("frames", o)
	f.shape()
	asJSON, crossings := f.bool("json"), f.int("crossings", 4, 0)
	operands, rest, err := f.parse(args)
	if err != nil {
		return 1, err
	}
	file, _, err := f.script(operands, rest)
	if err != nil {
		return 1, err
	}
	size := int64(vmstack.DefaultPageSize)
	if v := o.ini["ebb.vm_stack_page_size"]; v != "" {
		if size, err = pageSize(v); err != nil {
			return 1, err
		}
	}
	usable := int(max(size, vmstack.MinPageSize))&^(zval.ValueSize-1) - vmstack.PageHeaderSlots*zval.ValueSize
	var both [2][]frameRow
	for i, enable := range []string{"0", "1"} {
		status, err := compileFile(o, file, map[string]string{"opcache.enable_cli": enable}, func(u *code.Unit) {
			both[i] = frameRows(u, usable, *crossings, i == 1)
		})
		if status != 0 || err != nil {
			return status, err
		}
	}
	var rows []frameRow
	for i := range both[0] {
		rows = append(rows, both[0][i])
		if i < len(both[1]) && both[1][i].Function == both[0][i].Function {
			rows = append(rows, both[1][i])
		}
	}
	if *asJSON {
		return 0, writeJSON(os.Stdout, rows)
	}
	t := table.New("function", "optimizer", "args", "vars", "tmps", "slots", "bytes", "a page", "crosses at")
	t.Left, t.Notes = 2, true
	for _, r := range rows {
		optimizer := "no"
		if r.Optimized {
			optimizer = "yes"
		}
		perPage, at := strconv.Itoa(r.FramesPerPage), make([]string, 0, len(r.Crosses)+1)
		for _, d := range r.Crosses {
			at = append(at, strconv.Itoa(d))
		}
		if len(at) > 0 {
			at = append(at, "...")
		}
		switch {
		case r.generator:
			perPage, at = "-", []string{"generator: a block of its own"}
		case r.FramesPerPage == 0:
			at = []string{"always: larger than a page"}
		}
		t.Row(r.Function, optimizer, r.Args, r.Vars, r.Tmps, r.Slots, r.Bytes, perPage, strings.Join(at, " "))
	}
	fmt.Printf("frames of %s on pages of %s\n\n", file, table.Bytes(size))
	t.Write(os.Stdout, "")
	return 0, nil
}

// frameRows lists a unit's functions. usable is what a page offers to frames,
// in bytes; the main script's frame is the first on the first page.
func frameRows(u *code.Unit, usable, crossings int, optimized bool) []frameRow {
	main := int(u.Main.Desc.FrameBytes)
	var rows []frameRow
	code.Walk(u, func(a *code.OpArray) {
		d := a.Desc
		r := frameRow{
			Function: a.DisplayName(), Optimized: optimized, Args: d.NumArgs, Vars: d.NumCVs, Tmps: d.NumTmps,
			Slots: d.FrameBytes / zval.ValueSize, Bytes: d.FrameBytes,
			FramesPerPage: usable / int(d.FrameBytes), Crosses: []int{},
			generator: a.Flags&code.AccGenerator != 0,
		}
		switch {
		case a == u.Main:
			r.Function = "{main}"
		case r.generator:
			r.FramesPerPage = 0
		case r.FramesPerPage > 0:
			first := max(0, usable-main) / int(d.FrameBytes)
			for k := range crossings {
				r.Crosses = append(r.Crosses, first+k*r.FramesPerPage+1)
			}
		}
		rows = append(rows, r)
	})
	return rows
}
