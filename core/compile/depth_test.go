package compile

import (
	"strings"
	"testing"
	"time"
)

// TestDepth compiles sources that are deep or long: they must end in code or
// in an error, soon, and never in Go's stack overflow.
func TestDepth(t *testing.T) {
	const (
		n = 100000
		m = 20000
	)
	rep := strings.Repeat
	for _, c := range []struct {
		name, src string
		fails     bool
	}{
		{name: "sum of variables", src: "<?php $x = $a" + rep("+$a", n) + ";"},
		{name: "sum of literals", src: "<?php $x = 1" + rep("+1", n) + ";"},
		{name: "concatenation of literals", src: "<?php $x = 'a'" + rep(".'b'", n) + ";"},
		{name: "concatenation", src: "<?php $x = $a" + rep(".'b'", n) + ";"},
		{name: "constant concatenation", src: "<?php const X = A" + rep(".'b'", n) + ";"},
		{name: "and", src: "<?php $x = $a" + rep(" && $a", m) + ";"},
		{name: "comparison in match", src: "<?php match($a) { A" + rep(".'b'", m) + " => 1 };"},
		{name: "array", src: "<?php $x = [" + rep("1,-2,'x',", m/3) + "];"},
		{name: "array of variables", src: "<?php $x = [" + rep("1,-2,$x,", m/3) + "];"},
		{name: "interpolation", src: "<?php $x = \"" + rep("$a ", m) + "\";"},
		{name: "statements", src: "<?php " + rep("f($a);", m)},
		{name: "switch", src: "<?php switch($a) {" + rep("case 1: f();", m) + "}"},
		{name: "if chain", src: "<?php if ($a) {} " + rep("elseif ($b) {}", m/4)},
		{name: "nested arrays", src: "<?php $x = " + rep("[", 1000) + "$a" + rep("]", 1000) + ";"},
		{name: "nested ternaries", src: "<?php [" + rep("[$a ? 1 : ", 1000) + "2" + rep("]", 1000) + "];"},
		{name: "assert", src: "<?php assert($a" + rep(" && $b", m) + ");"},
		{name: "calls in calls", src: "<?php " + rep("f(", 4000) + rep(")", 4000) + ";"},
		{name: "blocks", src: "<?php " + rep("{", 4000) + rep("}", 4000)},
		{name: "closures", src: "<?php " + rep("fn() => ", 1000) + "$x;"},
		{name: "methods", src: "<?php $a" + rep("->b()", n) + ";", fails: true},
		{name: "indices", src: "<?php $a" + rep("[1]", n) + ";", fails: true},
		{name: "coalesce", src: "<?php $x = $a" + rep(" ?? $a", 4000) + ";"},
	} {
		start := time.Now()
		u, _, err := compileTest(t, []byte(c.src), "f.php", Options{})
		if (err != nil) != c.fails {
			t.Errorf("%s: %.200v", c.name, err)
		}
		if err == nil {
			verifyUnit(t, u)
		}
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%s took %v", c.name, d)
		}
	}
}
