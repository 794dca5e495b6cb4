package syntax

// Tokens scans src into all of its tokens, white space and comments included: the text of the
// tokens, in order, is src. The closing TEnd token is left out. Nothing is an error here.
func Tokens(src []byte, opts Options) []Token {
	s := newScanner(src, opts, false)
	s.scanAll()
	if n := len(s.toks); n > 0 && s.toks[n-1].Kind == TEnd {
		s.toks = s.toks[:n-1]
	}
	return s.toks
}
