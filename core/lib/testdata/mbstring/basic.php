<?php
set_error_handler(function ($no, $message) { echo "! $message\n"; return true; });
$s = 'Grüße, Καλημέρα 日本語!';
foreach ([
    'len' => fn() => mb_strlen($s), 'bytes' => fn() => mb_strlen($s, '8bit'), 'sub' => fn() => mb_substr($s, 7, 8), 'neg' => fn() => mb_substr($s, -4, 3),
    'pos' => fn() => mb_strpos($s, '日'), 'rpos' => fn() => mb_strrpos($s, 'α'), 'ipos' => fn() => mb_stripos($s, 'GRÜ'), 'from' => fn() => mb_strpos($s, 'α', 10),
    'offset' => fn() => mb_strpos('abc', 'b', 9), 'none' => fn() => mb_strpos($s, 'zz'), 'str' => fn() => mb_strstr($s, 'Κ'), 'before' => fn() => mb_strstr($s, ',', true),
    'istr' => fn() => mb_stristr($s, 'ΚΑΛΗ'), 'rchr' => fn() => mb_strrchr($s, ' '), 'count' => fn() => mb_substr_count('ababab', 'ab'),
    'up' => fn() => mb_strtoupper($s), 'low' => fn() => mb_strtolower('ΣΊΣΥΦΟΣ ÀÉ'), 'title' => fn() => mb_convert_case("hello wörld's ǆ", MB_CASE_TITLE),
    'fold' => fn() => mb_convert_case('Straße', MB_CASE_FOLD), 'simple' => fn() => mb_convert_case('Straße', MB_CASE_UPPER_SIMPLE),
    'ucfirst' => fn() => mb_ucfirst('éa'), 'lcfirst' => fn() => mb_lcfirst('ÉA'), 'trim' => fn() => mb_trim("\u{3000} x \u{a0}"), 'rtrim' => fn() => mb_rtrim('ααxαα', 'α'),
    'split' => fn() => implode('|', mb_str_split('日本語ab', 2)), 'pad' => fn() => mb_str_pad('日', 5, '-=', STR_PAD_BOTH), 'width' => fn() => mb_strwidth('日本ab'),
    'trimw' => fn() => mb_strimwidth('日本語テキスト', 0, 9, '…'), 'cut' => fn() => mb_strcut('日本語', 1, 5), 'ord' => fn() => mb_ord('€'), 'chr' => fn() => mb_chr(0x20ac),
    'scrub' => fn() => mb_scrub("a\xffb\xe2\x82"), 'valid' => fn() => var_export(mb_check_encoding("\xe2\x82\xac"), true), 'bad' => fn() => var_export(mb_check_encoding("\xe2\x82"), true),
    'latin1' => fn() => bin2hex(mb_convert_encoding('é€', 'ISO-8859-1')), 'cp1252' => fn() => bin2hex(mb_convert_encoding('é€', 'Windows-1252')),
    'utf16' => fn() => bin2hex(mb_convert_encoding('a😀', 'UTF-16')), 'utf16le' => fn() => bin2hex(mb_convert_encoding('a😀', 'UTF-16LE')), 'back' => fn() => mb_convert_encoding("\xe9", 'UTF-8', 'ISO-8859-1'),
    'utf7' => fn() => mb_convert_encoding('a£b+', 'UTF-7'), 'fromlist' => fn() => mb_convert_encoding('é', 'ISO-8859-1', 'ASCII,UTF-8') === "\xe9" ? 'ok' : 'no',
    'detect' => fn() => mb_detect_encoding('é', ['ASCII', 'UTF-8']), 'strict' => fn() => var_export(mb_detect_encoding("\xff", 'UTF-8', true), true),
    'entity' => fn() => mb_encode_numericentity('aé€', [0x80, 0xffff, 0, 0xffff]), 'decode' => fn() => mb_decode_numericentity('a&#233;&#x20ac;', [0x80, 0xffff, 0, 0xffff]),
    'internal' => fn() => mb_internal_encoding(), 'unknown' => fn() => mb_strlen('a', 'nope'), 'empty' => fn() => mb_substr_count('a', ''),
    'subst' => fn() => mb_substitute_character(), 'sjis?' => fn() => mb_convert_encoding('日', 'ASCII'),
] as $k => $f) {
    try {
        echo "$k: ", var_export($f(), true), "\n";
    } catch (Error $e) {
        echo "$k: ", get_class($e), ': ', $e->getMessage(), "\n";
    }
}
mb_substitute_character('long');
echo mb_convert_encoding('日', 'ASCII'), ' ';
mb_substitute_character('entity');
echo mb_convert_encoding('日', 'ASCII'), ' ';
mb_substitute_character('none');
echo mb_convert_encoding('日', 'ASCII'), "\n";
