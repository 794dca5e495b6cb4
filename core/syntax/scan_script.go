package syntax

// Scanning of code proper: operators, labels and keywords, numbers, casts, and the openings of
// strings.

// scanScript scans one token (or a run of trivia) of code.
func (s *scanner) scanScript() {
	off := s.pos
	c := s.src[off]
	switch {
	case isSpace(c):
		s.whitespace()
		return
	case isLabelStart(c):
		s.label()
		return
	case isDigit(c):
		s.number()
		return
	}
	n1, n2 := s.at(off+1), s.at(off+2)
	// Most cases below pick an operator by its following bytes and fall out with kind and length.
	kind, n := Kind(c), 1
	switch c {
	case '$':
		if isLabelStart(n1) {
			s.pos = s.labelEnd(off + 1)
			s.emit(TVariable, off, s.line)
			return
		}
	case '\'':
		s.singleQuoted(off, off+1)
		return
	case '"':
		s.doubleQuoted(off, off+1)
		return
	case '`':
		s.pos++
		s.state = stBackquote
		s.emit('`', off, s.line)
		return
	case '#':
		if n1 != '[' {
			s.lineComment()
			return
		}
		s.pos += 2
		s.enter('[')
		s.emit(TAttribute, off, s.line)
		return
	case '/':
		switch n1 {
		case '/':
			s.lineComment()
			return
		case '*':
			s.blockComment()
			return
		case '=':
			kind, n = TDivEqual, 2
		}
	case '?':
		switch {
		case n1 == '>':
			s.closeTag()
			return
		case n1 == '-' && n2 == '>':
			kind, n = TNullsafeOperator, 3
			s.push(stProperty)
		case n1 == '?' && n2 == '=':
			kind, n = TCoalesceEqual, 3
		case n1 == '?':
			kind, n = TCoalesce, 2
		}
	case '-':
		switch n1 {
		case '>':
			kind, n = TObjectOperator, 2
			s.push(stProperty)
		case '-':
			kind, n = TDec, 2
		case '=':
			kind, n = TMinusEqual, 2
		}
	case '(':
		if k, end := s.cast(off); k != 0 {
			if s.err != nil {
				return
			}
			s.pos = end
			s.emit(k, off, s.line)
			return
		}
		s.enter('(')
	case '[':
		s.enter('[')
	case '{':
		s.push(stScript)
		s.enter('{')
	case ')', ']':
		s.pos++
		if s.leave(off, c) {
			s.emit(Kind(c), off, s.line)
		}
		return
	case '}':
		s.pos++
		s.pop()
		if s.leave(off, c) {
			s.emit('}', off, s.line)
		}
		return
	case '.':
		switch {
		case isDigit(n1):
			s.number()
			return
		case n1 == '=':
			kind, n = TConcatEqual, 2
		case n1 == '.' && n2 == '.':
			kind, n = TEllipsis, 3
		}
	case '=':
		switch {
		case n1 == '=' && n2 == '=':
			kind, n = TIsIdentical, 3
		case n1 == '=':
			kind, n = TIsEqual, 2
		case n1 == '>':
			kind, n = TDoubleArrow, 2
		}
	case '!':
		switch {
		case n1 == '=' && n2 == '=':
			kind, n = TIsNotIdentical, 3
		case n1 == '=':
			kind, n = TIsNotEqual, 2
		}
	case '<':
		switch {
		case n1 == '<' && n2 == '<' && s.startHeredoc(off, off+3):
			return
		case n1 == '<' && n2 == '=':
			kind, n = TSlEqual, 3
		case n1 == '<':
			kind, n = TSl, 2
		case n1 == '=' && n2 == '>':
			kind, n = TSpaceship, 3
		case n1 == '=':
			kind, n = TIsSmallerOrEqual, 2
		case n1 == '>':
			kind, n = TIsNotEqual, 2
		}
	case '>':
		switch {
		case n1 == '>' && n2 == '=':
			kind, n = TSrEqual, 3
		case n1 == '>':
			kind, n = TSr, 2
		case n1 == '=':
			kind, n = TIsGreaterOrEqual, 2
		}
	case '+':
		switch n1 {
		case '+':
			kind, n = TInc, 2
		case '=':
			kind, n = TPlusEqual, 2
		}
	case '*':
		switch {
		case n1 == '*' && n2 == '=':
			kind, n = TPowEqual, 3
		case n1 == '*':
			kind, n = TPow, 2
		case n1 == '=':
			kind, n = TMulEqual, 2
		}
	case '%':
		if n1 == '=' {
			kind, n = TModEqual, 2
		}
	case '&':
		switch n1 {
		case '&':
			kind, n = TBooleanAnd, 2
		case '=':
			kind, n = TAndEqual, 2
		default:
			kind = TAmp
			if j := s.skipTrivia(off + 1); s.at(j) == '$' || s.has(j, "...") {
				kind = TAmpVar
			}
		}
	case '|':
		switch n1 {
		case '|':
			kind, n = TBooleanOr, 2
		case '=':
			kind, n = TOrEqual, 2
		case '>':
			kind, n = TPipe, 2
		}
	case '^':
		if n1 == '=' {
			kind, n = TXorEqual, 2
		}
	case ':':
		if n1 == ':' {
			kind, n = TDoubleColon, 2
		}
	case '\\':
		if isLabelStart(n1) {
			s.pos = s.qualifiedEnd(s.labelEnd(off + 1))
			s.emit(TNameFull, off, s.line)
			return
		}
		kind = TNsSeparator
	case ';', ',', '~', '@':
	default:
		kind = TBadCharacter
	}
	s.pos += n
	s.emit(kind, off, s.line)
}

// closeTag scans ?> and the newline right after it.
func (s *scanner) closeTag() {
	off := s.pos
	s.pos += 2
	switch {
	case s.at(s.pos) == '\n':
		s.pos++
		s.sawNewline = true
	case s.at(s.pos) == '\r':
		s.pos++
		if s.at(s.pos) == '\n' {
			s.pos++
		}
		s.sawNewline = true
	}
	s.state = stInitial
	if s.parse {
		s.emit(';', off, s.line)
	} else {
		s.emit(TCloseTag, off, s.line)
	}
}

// qualifiedEnd extends a label at end i by \label parts.
func (s *scanner) qualifiedEnd(i int) int {
	for s.at(i) == '\\' && isLabelStart(s.at(i+1)) {
		i = s.labelEnd(i + 1)
	}
	return i
}

// label scans a keyword, a name or a prefixed string.
func (s *scanner) label() {
	off := s.pos
	end := s.labelEnd(off)
	word := s.src[off:end]
	if len(word) == 1 && (word[0] == 'b' || word[0] == 'B') {
		switch s.at(end) {
		case '\'':
			s.singleQuoted(off, end+1)
			return
		case '"':
			s.doubleQuoted(off, end+1)
			return
		case '<':
			if s.has(end, "<<<") && s.startHeredoc(off, end+3) {
				return
			}
		}
	}
	if s.at(end) == '\\' && isLabelStart(s.at(end+1)) {
		s.pos = s.qualifiedEnd(end)
		kind := TNameQualified
		if len(word) == 9 && s.hasFold(off, "namespace") {
			kind = TNameRelative
		}
		s.emit(kind, off, s.line)
		return
	}
	kind := keyword(word)
	s.pos = end
	line := s.line
	switch kind {
	case TYield:
		if j := s.skipTrivia(end); j > end && s.hasFold(j, "from") && !isLabel(s.at(j+4)) {
			kind = TYieldFrom
			s.pos = j + 4
			s.countLines(end, s.pos)
		}
	case TEnum:
		j := s.skipTrivia(end)
		if j == end || !isLabelStart(s.at(j)) {
			kind = TString
			break
		}
		next := s.src[j:s.labelEnd(j)]
		if k := keyword(next); k == TExtends || k == TImplements {
			kind = TString
		}
	case TPublic, TProtected, TPrivate:
		if s.hasFold(end, "(set)") {
			s.pos = end + 5
			switch kind {
			case TPublic:
				kind = TPublicSet
			case TProtected:
				kind = TProtectedSet
			default:
				kind = TPrivateSet
			}
		}
	case THaltCompiler:
		s.halted = 4 // this token, "(", ")" and ";"
		s.emit(kind, off, line)
		s.halted--
		return
	}
	s.emit(kind, off, line)
}

// cast recognises "(type)" at off, blanks and tabs allowed inside. It returns 0 if there is none.
func (s *scanner) cast(off int) (Kind, int) {
	i := off + 1
	for s.at(i) == ' ' || s.at(i) == '\t' {
		i++
	}
	start := i
	end := s.labelEnd(i)
	if n := end - start; n < 3 || n > 7 {
		return 0, 0
	}
	i = end
	for s.at(i) == ' ' || s.at(i) == '\t' {
		i++
	}
	if s.at(i) != ')' {
		return 0, 0
	}
	var buf [8]byte
	for j := start; j < end; j++ {
		c := s.src[j]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		buf[j-start] = c
	}
	word := string(buf[:end-start])
	canon := ""
	var kind Kind
	switch word {
	case "int":
		kind = TIntCast
	case "integer":
		kind, canon = TIntCast, "int"
	case "float":
		kind = TDoubleCast
	case "double":
		kind, canon = TDoubleCast, "float"
	case "real":
		if s.parse {
			s.fail(off, s.line, "The (real) cast has been removed, use (float) instead")
		}
		kind = TDoubleCast
	case "string":
		kind = TStringCast
	case "binary":
		kind, canon = TStringCast, "string"
	case "array":
		kind = TArrayCast
	case "object":
		kind = TObjectCast
	case "bool":
		kind = TBoolCast
	case "boolean":
		kind, canon = TBoolCast, "bool"
	case "unset":
		kind = TUnsetCast
	case "void":
		kind = TVoidCast
	default:
		return 0, 0
	}
	if canon != "" && s.parse {
		s.diag(s.line, Deprecated, "Non-canonical cast ("+word+") is deprecated, use the ("+canon+") cast instead")
	}
	return kind, i + 1
}

func (s *scanner) diag(line int32, kind DiagKind, msg string) {
	s.diags = append(s.diags, Diag{Msg: msg, Line: int(line), Kind: kind})
}

// digits returns the end of a run of digits from i, where single underscores may separate digits.
func (s *scanner) digits(i int) int {
	for i < len(s.src) {
		if isDigit(s.src[i]) || s.src[i] == '_' && i > 0 && isDigit(s.src[i-1]) && isDigit(s.at(i+1)) {
			i++
			continue
		}
		break
	}
	return i
}

// radixEnd returns the end of a 0x, 0b or 0o literal at off, or 0.
func (s *scanner) radixEnd(off int) int {
	var ok func(byte) bool
	switch s.at(off + 1) {
	case 'x', 'X':
		ok = func(c byte) bool { return classOf[c]&clHex != 0 }
	case 'b', 'B':
		ok = func(c byte) bool { return c == '0' || c == '1' }
	case 'o', 'O':
		ok = func(c byte) bool { return c >= '0' && c <= '7' }
	default:
		return 0
	}
	i := off + 2
	if !ok(s.at(i)) {
		return 0
	}
	for i < len(s.src) && (ok(s.src[i]) || s.src[i] == '_' && ok(s.src[i-1]) && ok(s.at(i+1))) {
		i++
	}
	return i
}

// number scans an integer or floating-point literal.
func (s *scanner) number() {
	off := s.pos
	if s.src[off] == '0' {
		if end := s.radixEnd(off); end > 0 {
			s.pos = end
			kind := TLNumber
			if _, over := parseInt(s.src[off:end]); over {
				kind = TDNumber
			}
			s.emit(kind, off, s.line)
			return
		}
	}
	i := s.digits(off)
	kind := TLNumber
	if s.at(i) == '.' && (i > off || isDigit(s.at(i+1))) {
		kind = TDNumber
		i++
		if isDigit(s.at(i)) {
			i = s.digits(i)
		}
	}
	if c := s.at(i); c == 'e' || c == 'E' {
		j := i + 1
		if c := s.at(j); c == '+' || c == '-' {
			j++
		}
		if isDigit(s.at(j)) {
			kind = TDNumber
			i = s.digits(j)
		}
	}
	s.pos = i
	if kind == TLNumber {
		lit := s.src[off:i]
		if lit[0] == '0' && len(lit) > 1 {
			for _, c := range lit {
				if c == '8' || c == '9' {
					if s.parse {
						s.fail(off, s.line, "Invalid numeric literal")
						return
					}
					break
				}
			}
		}
		if len(lit) >= 19 {
			if _, over := parseInt(lit); over {
				kind = TDNumber
			}
		}
	}
	s.emit(kind, off, s.line)
}
