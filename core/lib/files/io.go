package files

import "io"

// A stream is an io.Reader and io.Writer for the packages that know it only as
// a resource's payload: fprintf, hash_update_stream.

// Write writes to the stream as fwrite does.
func (s *stream) Write(p []byte) (int, error) { return s.write(p) }

// Read reads from the stream's buffer.
func (s *stream) Read(p []byte) (int, error) {
	b := s.read(len(p))
	if len(b) == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return copy(p, b), nil
}
