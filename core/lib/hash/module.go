package hash

import (
	"crypto/md5"
	"crypto/sha1"

	"github.com/ebb-vm/ebb/core/rt"
)

// Modules declares the hash extension and the digest functions of the standard one.
func Modules() []*rt.Module {
	return []*rt.Module{
		{
			Name:    "hash",
			Version: rt.PHPVersion,
			Consts:  []rt.ConstDecl{{Name: "HASH_HMAC", Value: 1}},
			Classes: []rt.ClassSpec{classSpec()},
			Funcs: []rt.FuncDecl{
				{Sig: "hash(string $algo, string $data, bool $binary = false, array $options = []): string", Fn: fnHash},
				{Sig: "hash_file(string $algo, string $filename, bool $binary = false, array $options = []): string|false", Fn: fnHashFile},
				{Sig: "hash_hmac(string $algo, string $data, #[SensitiveParameter] string $key, bool $binary = false): string", Fn: fnHMAC},
				{Sig: "hash_hmac_file(string $algo, string $filename, #[SensitiveParameter] string $key, bool $binary = false): string|false", Fn: fnHMACFile},
				{Sig: "hash_init(string $algo, int $flags = 0, #[SensitiveParameter] string $key = \"\", array $options = []): HashContext", Fn: fnInit},
				{Sig: "hash_update(HashContext $context, string $data): true", Fn: fnUpdate},
				{Sig: "hash_update_stream(HashContext $context, $stream, int $length = -1): int", Fn: fnUpdateStream},
				{Sig: "hash_update_file(HashContext $context, string $filename, $stream_context = null): bool", Fn: fnUpdateFile},
				{Sig: "hash_final(HashContext $context, bool $binary = false): string", Fn: fnFinal},
				{Sig: "hash_copy(HashContext $context): HashContext", Fn: fnCopy},
				{Sig: "hash_algos(): array", Fn: names(func(*algo) bool { return true })},
				{Sig: "hash_hmac_algos(): array", Fn: names(func(a *algo) bool { return a.crypto })},
				{Sig: "hash_pbkdf2(string $algo, #[SensitiveParameter] string $password, string $salt, int $iterations, int $length = 0, bool $binary = false, array $options = []): string", Fn: fnPBKDF2},
				{Sig: "hash_equals(#[SensitiveParameter] mixed $known_string, #[SensitiveParameter] mixed $user_string): bool", Fn: fnHashEquals},
				{Sig: "hash_hkdf(string $algo, #[SensitiveParameter] string $key, int $length = 0, string $info = \"\", string $salt = \"\"): string", Fn: fnHKDF},
			},
		},
		{
			Name: "standard",
			Funcs: []rt.FuncDecl{
				{Sig: "md5(string $string, bool $binary = false): string", Fn: fnMD5},
				{Sig: "md5_file(string $filename, bool $binary = false): string|false", Fn: fileDigest(md5.New)},
				{Sig: "sha1(string $string, bool $binary = false): string", Fn: fnSHA1},
				{Sig: "sha1_file(string $filename, bool $binary = false): string|false", Fn: fileDigest(sha1.New)},
				{Sig: "crc32(string $string): int", Fn: fnCRC32},
			},
		},
	}
}
