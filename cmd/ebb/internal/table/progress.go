package table

import (
	"fmt"
	"os"
	"strings"
	"time"
)

// Progress rewrites one line on standard error while work goes on. It stays
// silent when that is no terminal, so logs and pipes see nothing of it.
type Progress struct {
	on   bool
	last time.Time
	wide int
}

// NewProgress returns a progress line.
func NewProgress() *Progress {
	return &Progress{on: Terminal(os.Stderr) && os.Getenv("TERM") != "dumb"}
}

// Terminal reports that a file is a character device other than the null device.
func Terminal(f *os.File) bool {
	st, err := f.Stat()
	if err != nil || st.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(st, null)
}

// Show replaces the line; it does nothing if it was replaced a moment ago.
func (p *Progress) Show(format string, args ...any) {
	if !p.on || time.Since(p.last) < 50*time.Millisecond {
		return
	}
	p.last = time.Now()
	s := fmt.Sprintf(format, args...)
	fmt.Fprintf(os.Stderr, "\r%s%s", s, strings.Repeat(" ", max(0, p.wide-len(s))))
	p.wide = len(s)
}

// Done wipes the line.
func (p *Progress) Done() {
	if p.on && p.wide > 0 {
		fmt.Fprintf(os.Stderr, "\r%s\r", strings.Repeat(" ", p.wide))
		p.wide = 0
	}
	p.last = time.Time{}
}
