<?php
set_error_handler(function ($no, $message) { echo "! $message\n"; return true; });
function table(array $cases): void {
    foreach ($cases as $k => $f) {
        try {
            $r = $f();
            echo "$k: ", is_string($r) && preg_match_ascii($r) ? $r : dump($r), "\n";
        } catch (Throwable $e) {
            echo "$k: ", get_class($e), ": ", $e->getMessage(), "\n";
        }
    }
}
function preg_match_ascii(string $s): bool {
    for ($i = 0; $i < strlen($s); $i++) { $c = ord($s[$i]); if ($c < 32 || $c > 126) return false; }
    return true;
}
function dump($v): string { return is_string($v) ? 'x"' . bin2hex($v) . '"' : str_replace("\n", ' ', var_export($v, true)); }
table([
    fn()=>hash('nope','x'),
    fn()=>hash_hmac('crc32','x','k'),
    fn()=>hash_hmac('sha256','x','k'),
    fn()=>hash_equals('a','b'),
    fn()=>hash_equals('abc','abc'),
    fn()=>hash_pbkdf2('sha1','password','salt',2,20),
    fn()=>hash_pbkdf2('sha1','password','salt',0),
    fn()=>hash_pbkdf2('sha1','password','salt',1,-1),
    fn()=>hash_hkdf('sha256','key',16,'info','salt'),
    fn()=>hash_hkdf('sha256','k',-1),
    fn()=>hash_hkdf('sha1','k',100000),
    fn()=>hash_hkdf('crc32','k'),
    fn()=>hash_init('crc32',HASH_HMAC,'k'),
    fn()=>hash('xxh32','a',false,['seed'=>42]),
    fn()=>hash('xxh64','a',false,['seed'=>42]),
    fn()=>hash('murmur3a','a',false,['seed'=>42]),
    fn()=>crc32("hello"),
    fn()=>md5("a",true)==hex2bin(md5("a")),
    fn()=>hash_pbkdf2('crc32','a','b',1),
    fn()=>hash_file('nope','x'),
]);
