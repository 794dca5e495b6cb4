package wasm

import (
	"encoding/base64"
	"os"
	"strings"
	"testing"
)

// The playground has the trampoline as text.
func TestTrampolineOfPlayground(t *testing.T) {
	src, err := os.ReadFile("../../playground/src/jit.ts")
	if err != nil {
		t.Fatal(err)
	}
	if want := base64.StdEncoding.EncodeToString(Trampoline()); !strings.Contains(string(src), "'"+want+"'") {
		t.Errorf("playground/src/jit.ts lacks %s", want)
	}
}
