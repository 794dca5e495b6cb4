package natural

// Compare orders two strings the way a person does: runs of digits compare by
// value, runs that begin with a zero digit by digit as fractions do, and white
// space before either is skipped. The method is Martin Pool's "natural order
// string comparison" (2000). With fold, ASCII case is ignored.
func Compare(a, b string, fold bool) int {
	if a == "" || b == "" {
		return sign(len(a) - len(b))
	}
	i, j := skipZeros(a), skipZeros(b)
	for {
		for i < len(a) && space(a[i]) {
			i++
		}
		for j < len(b) && space(b[j]) {
			j++
		}
		if i < len(a) && j < len(b) && digit(a[i]) && digit(b[j]) {
			var c int
			if a[i] == '0' || b[j] == '0' {
				c = fraction(a, b, &i, &j)
			} else {
				c = number(a, b, &i, &j)
			}
			if c != 0 {
				return c
			}
			if i >= len(a) || j >= len(b) {
				return ends(i >= len(a), j >= len(b))
			}
			continue
		}
		if i >= len(a) || j >= len(b) {
			return ends(i >= len(a), j >= len(b))
		}
		x, y := a[i], b[j]
		if fold {
			x, y = upper(x), upper(y)
		}
		if x != y {
			return sign(int(x) - int(y))
		}
		i++
		j++
		if i >= len(a) || j >= len(b) {
			return ends(i >= len(a), j >= len(b))
		}
	}
}

func ends(a, b bool) int {
	switch {
	case a && b:
		return 0
	case a:
		return -1
	}
	return 1
}

// skipZeros passes leading zeros that a digit follows.
func skipZeros(s string) int {
	i := 0
	for i+1 < len(s) && s[i] == '0' && digit(s[i+1]) {
		i++
	}
	return i
}

// number compares two runs of digits by value: the longer wins, else the first difference.
func number(a, b string, i, j *int) int {
	bias := 0
	for {
		x, y := *i < len(a) && digit(a[*i]), *j < len(b) && digit(b[*j])
		switch {
		case !x && !y:
			return bias
		case !x:
			return -1
		case !y:
			return 1
		}
		if bias == 0 {
			bias = sign(int(a[*i]) - int(b[*j]))
		}
		*i++
		*j++
	}
}

// fraction compares two runs of digits from the left.
func fraction(a, b string, i, j *int) int {
	for {
		x, y := *i < len(a) && digit(a[*i]), *j < len(b) && digit(b[*j])
		switch {
		case !x && !y:
			return 0
		case !x:
			return -1
		case !y:
			return 1
		}
		if c := sign(int(a[*i]) - int(b[*j])); c != 0 {
			return c
		}
		*i++
		*j++
	}
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

func space(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func upper(c byte) byte {
	if c >= 'a' && c <= 'z' {
		return c - 32
	}
	return c
}

func sign(n int) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}
