//go:build !wasip1

package rt

import "crypto/rand"

func systemRandom(p []byte) error {
	_, err := rand.Read(p)
	return err
}
