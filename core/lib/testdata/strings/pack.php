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
    fn()=>pack("A5a5Z5","ab","cd","efghij"),
    fn()=>pack("H*h*","1f3","1f3"),
    fn()=>pack("c2C2",-1,65,200,300),
    fn()=>pack("sSnvlLNVqQJPiI",1,2,3,4,5,6,7,8,9,10,11,12,13,14),
    fn()=>pack("fgGdeE",1.5,1.5,1.5,1.5,1.5,1.5),
    fn()=>pack("x3X1@6C",7),
    fn()=>pack("A*","abc"),
    fn()=>pack("a0"),
    fn()=>pack("N"),
    fn()=>pack("N2",1),
    fn()=>pack("y",1),
    fn()=>pack("C*",1,2,3),
    fn()=>pack("N",1,2),
    fn()=>pack("X2"),
    fn()=>pack("H5","abc"),
    fn()=>pack("H*","xz"),
    fn()=>pack("N","abc"),
    fn()=>pack("C",1.7),
    fn()=>pack("Z*","ab"),
    fn()=>pack("Z2","abc"),
    fn()=>pack("@3"),
    fn()=>pack("x*"),
    fn()=>pack("n*"),
    fn()=>unpack("Na/nb","\0\0\0\1\0\2xx"),
    fn()=>unpack("C*","abc"),
    fn()=>unpack("C2x/Cy","abc"),
    fn()=>unpack("a3a/A3b/Z3c","x \0y \0z\0w"),
    fn()=>unpack("H*h","\x1f\x2e"),
    fn()=>unpack("h3h","\x1f\x2e"),
    fn()=>unpack("q","\xff\xff\xff\xff\xff\xff\xff\xff"),
    fn()=>unpack("c","\xff"),
    fn()=>unpack("s1a/S1b","\xff\xff\xff\xff"),
    fn()=>unpack("l1a/L1b","\xff\xff\xff\xff\xff\xff\xff\xff"),
    fn()=>unpack("f1a/d1b",pack("fd",1.5,2.5)),
    fn()=>unpack("x2/Ca","ab\x05"),
    fn()=>unpack("@1/Ca","ab"),
    fn()=>unpack("N2","\0\0\0\1\0\0\0\2"),
    fn()=>unpack("y","a"),
    fn()=>unpack("Ca","ab",1),
    fn()=>unpack("Ca","ab",3),
    fn()=>unpack("N*","\0\0\0\1\0\0"),
    fn()=>unpack("a*","xyz"),
    fn()=>unpack("X/Ca","a"),
    fn()=>sscanf("abc 12","%s%n"),
    fn()=>sscanf(" 12","%d"),
    fn()=>sscanf("12","%c%c"),
    fn()=>sscanf("-0x1f","%i"),
    fn()=>sscanf("017","%i"),
    fn()=>sscanf("077","%o"),
    fn()=>sscanf("-5","%u"),
    fn()=>sscanf("ab]c","%[]ab]"),
    fn()=>sscanf("xyz1","%[^0-9]%d"),
    fn()=>sscanf("1,2,3","%d,%d,%d"),
    fn()=>sscanf("100%","%d%%"),
    fn()=>sscanf("1.5e3","%e"),
    fn()=>sscanf("12ab","%3d%s"),
    fn()=>sscanf("a b","%1\$s %1\$s"),
    fn()=>sscanf("a b","%s %2\$s"),
    fn()=>sscanf("a","%s %s %s"),
    fn()=>sscanf("","%s%s"),
    fn()=>sscanf("5","%d",$a).$a,
    fn()=>sscanf("x","%d",$a).var_export($a,true),
    fn()=>sscanf("","%d",$a),
    fn()=>sscanf("12 34","%2d%[ ]%d"),
    fn()=>sscanf("abc","%0s"),
    fn()=>sscanf("999999999999999999999","%d"),
    fn()=>sscanf("z","%D"),
    fn()=>sscanf("12","%hd"),
    fn()=>sscanf("ab","%[a"),
    fn()=>sscanf("1 2","%d %d %n"),
    fn()=>sscanf("4294967295 -1","%u %u"),
    fn()=>sscanf("18446744073709551615","%u"),
    fn()=>sscanf("abc","abc%d"),
    fn()=>sscanf("abd","abc%d"),
    fn()=>sscanf("a","%s%d"),
]);
