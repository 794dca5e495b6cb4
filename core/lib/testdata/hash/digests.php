<?php
set_error_handler(function ($no, $message) { echo "! $message\n"; return true; });
foreach(['crc32','crc32b','crc32c','joaat','fnv132','fnv1a32','fnv164','fnv1a64','adler32','xxh32','xxh64','murmur3a','murmur3c','murmur3f','md4','ripemd160','sha512/256','sha3-256'] as $a) foreach(['','a','abc','The quick brown fox jumps over the lazy dog'] as $s) echo $a,' ',hash($a,$s),"\n";
$c=hash_init('sha256');hash_update($c,'ab');$d=hash_copy($c);hash_update($c,'c');echo hash_final($c),"\n",hash_final($d),"\n"; try{hash_update($c,'x');}catch(Error $e){echo get_class($e),$e->getMessage(),"\n";}
$c=hash_init('sha256',HASH_HMAC,'k');hash_update($c,'x');echo hash_final($c),"\n"; try{clone $c;}catch(Error $e){echo get_class($e),$e->getMessage(),"\n";}
