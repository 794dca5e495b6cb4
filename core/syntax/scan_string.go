package syntax

// Scanning of strings: quoted, backquoted, heredoc and nowdoc.

// singleQuoted scans '...' whose contents start at i.
func (s *scanner) singleQuoted(off, i int) {
	line := s.line
	for i < len(s.src) {
		switch s.src[i] {
		case '\'':
			s.pos = i + 1
			s.emit(TConstString, off, line)
			s.countLines(off, s.pos)
			return
		case '\\':
			i++
		}
		i++
	}
	// Unterminated: the rest of the file is loose string content, its lines not counted.
	s.pos = len(s.src)
	s.unclosed = off
	s.emit(TEncapsed, off, line)
}

// interpolates tells whether an interpolation starts at i.
func (s *scanner) interpolates(i int) bool {
	switch s.src[i] {
	case '$':
		return i+1 < len(s.src) && (isLabelStart(s.src[i+1]) || s.src[i+1] == '{')
	case '{':
		return s.at(i+1) == '$'
	}
	return false
}

// doubleQuoted scans a whole "..." without interpolation, or else its opening quote.
func (s *scanner) doubleQuoted(off, i int) {
	body := i
	escape := false
loop:
	for ; i < len(s.src); i++ {
		switch s.src[i] {
		case '"':
			line := s.line
			s.pos = i + 1
			if escape && s.parse && !s.checkEscapes(off, body, i) {
				return
			}
			s.emit(TConstString, off, line)
			s.countLines(off, s.pos)
			return
		case '\\':
			i++
			escape = escape || s.at(i) == 'u'
		case '$', '{':
			if s.interpolates(i) {
				break loop
			}
		}
	}
	s.pos = body
	s.state = stDouble
	s.emit('"', off, s.line)
}

// checkEscapes reports a malformed \u{...} in src[from:to].
func (s *scanner) checkEscapes(off, from, to int) bool {
	b := s.src[from:to]
	for i := 0; i+1 < len(b); i++ {
		if b[i] != '\\' {
			continue
		}
		i++
		if b[i] == 'u' && i+1 < len(b) && b[i+1] == '{' {
			if _, _, msg := parseCodepoint(b[i:]); msg != "" {
				s.fail(off, s.line+newlines(b[:i]), "%s", msg)
				return false
			}
		}
	}
	return true
}

// interpolation scans the start of an interpolation at the current position, if there is one.
func (s *scanner) interpolation() bool {
	off := s.pos
	if !s.interpolates(off) {
		return false
	}
	if s.src[off] == '{' { // {$
		s.pos++
		s.push(stScript)
		s.enter('{')
		s.emit(TCurlyOpen, off, s.line)
		return true
	}
	if s.src[off+1] == '{' { // ${
		s.pos += 2
		s.push(stVarname)
		s.enter('{')
		s.emit(TDollarCurly, off, s.line)
		return true
	}
	s.pos = s.labelEnd(off + 1)
	s.emit(TVariable, off, s.line)
	i := s.pos
	switch {
	case s.at(i) == '[':
		s.pos++
		s.emit('[', i, s.line)
		s.push(stVarOffset)
	case s.has(i, "->") && isLabelStart(s.at(i+2)), s.has(i, "?->") && isLabelStart(s.at(i+3)):
		s.push(stProperty)
	}
	return true
}

// scanQuoted scans a piece of an interpolated "..." or of `...`.
func (s *scanner) scanQuoted() {
	quote := byte('"')
	if s.state == stBackquote {
		quote = '`'
	}
	off := s.pos
	if s.src[off] == quote {
		s.pos++
		s.state = stScript
		s.emit(Kind(quote), off, s.line)
		return
	}
	if s.interpolation() {
		return
	}
	i := off
	escape := false
loop:
	for ; i < len(s.src); i++ {
		switch c := s.src[i]; c {
		case '\\':
			i++
			escape = escape || s.at(i) == 'u'
		case '$', '{':
			if s.interpolates(i) {
				break loop
			}
		case quote:
			break loop
		}
	}
	if i > len(s.src) {
		i = len(s.src)
	}
	line := s.line
	s.pos = i
	if escape && s.parse && !s.checkEscapes(off, off, i) {
		return
	}
	s.emit(TEncapsed, off, line)
	s.countLines(off, i)
}

// startHeredoc scans <<<LABEL newline; i is just past <<<. It returns false if this is none.
func (s *scanner) startHeredoc(off, i int) bool {
	for s.at(i) == ' ' || s.at(i) == '\t' {
		i++
	}
	var quote byte
	if c := s.at(i); c == '\'' || c == '"' {
		quote = c
		i++
	}
	if !isLabelStart(s.at(i)) {
		return false
	}
	end := s.labelEnd(i)
	label := string(s.src[i:end])
	if quote != 0 {
		if s.at(end) != quote {
			return false
		}
		end++
	}
	switch {
	case s.at(end) == '\n':
		end++
	case s.at(end) == '\r':
		end++
		if s.at(end) == '\n' {
			end++
		}
	default:
		return false
	}
	s.pos = end
	s.open = append(s.open, len(s.heredocs))
	s.heredocs = append(s.heredocs, heredoc{start: int32(len(s.toks)), nowdoc: quote == '\'', label: label, last: -1})
	s.emit(TStartHeredoc, off, s.line)
	s.line++
	s.push(stHeredoc)
	return true
}

// heredocEnd looks for the closing label of the innermost heredoc at i, the start of a line.
// It returns the indentation and whether the label is there.
func (s *scanner) heredocEnd(i int, label string) (indent int, tabs, blanks, found bool) {
	start := i
	for i < len(s.src) && (s.src[i] == ' ' || s.src[i] == '\t') {
		if s.src[i] == ' ' {
			blanks = true
		} else {
			tabs = true
		}
		i++
	}
	if !s.has(i, label) || isLabel(s.at(i+len(label))) {
		return 0, false, false, false
	}
	return i - start, tabs, blanks, true
}

// scanHeredoc scans a piece of the body, or the closing label.
func (s *scanner) scanHeredoc() {
	h := &s.heredocs[s.open[len(s.open)-1]]
	off := s.pos
	lineStart := off == 0 || s.src[off-1] == '\n' || s.src[off-1] == '\r'
	if lineStart {
		if n, tabs, blanks, ok := s.heredocEnd(off, h.label); ok {
			s.endHeredoc(h, off, n, tabs, blanks)
			return
		}
	}
	if !h.nowdoc && s.interpolation() {
		return
	}
	escape := false
	i := off
loop:
	for ; i < len(s.src); i++ {
		switch c := s.src[i]; c {
		case '\n', '\r':
			if c == '\r' && s.at(i+1) == '\n' {
				i++
			}
			if _, _, _, ok := s.heredocEnd(i+1, h.label); ok {
				i++
				break loop
			}
		case '\\':
			if !h.nowdoc && i+1 < len(s.src) && s.src[i+1] != '\n' && s.src[i+1] != '\r' {
				i++
				escape = escape || s.src[i] == 'u'
			}
		case '$', '{':
			if !h.nowdoc && s.interpolates(i) {
				break loop
			}
		}
	}
	if i > len(s.src) {
		i = len(s.src)
	}
	line := s.line
	s.pos = i
	if escape && s.parse && !s.checkEscapes(off, off, i) {
		return
	}
	h.parts = append(h.parts, int32(len(s.toks)))
	s.emit(TEncapsed, off, line)
	s.countLines(off, i)
}

// endHeredoc scans the closing label and checks the body against its indentation. The check is
// made here, once the indentation is known, and charged to the part that breaks it.
func (s *scanner) endHeredoc(h *heredoc, off, indent int, tabs, blanks bool) {
	s.open = s.open[:len(s.open)-1]
	h.indent = indent
	h.spaces = blanks
	s.pos = off + indent + len(h.label)
	s.pop()
	line := s.line
	if n := len(h.parts); n > 0 && int(h.parts[n-1]) == len(s.toks)-1 {
		last := s.toks[len(s.toks)-1]
		line, h.last = last.Line, last.Off
	}
	if s.parse {
		if tabs && blanks {
			s.fail(off, line, "Invalid indentation - tabs and spaces cannot be mixed")
			return
		}
		if indent > 0 {
			// An interpolation at the very start has no text before it to be indented.
			if first := s.toks[h.start+1:]; len(first) > 0 {
				switch k := first[0].Kind; k {
				case TVariable, TDollarCurly, TCurlyOpen:
					at := s.toks[h.start]
					s.toks = s.toks[:h.start]
					s.fail(int(at.Off), at.Line, "Invalid body indentation level (expecting an indentation level of at least %d)", indent)
					return
				}
			}
			for _, p := range h.parts {
				t := s.toks[p]
				if line, msg := s.checkIndent(h, t); msg != "" {
					s.toks = s.toks[:p]
					s.fail(int(t.Off), line, "%s", msg)
					return
				}
			}
		}
	}
	s.emit(TEndHeredoc, off, s.line)
}
