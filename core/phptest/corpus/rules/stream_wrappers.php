<?php
// A class may provide the streams of a protocol, for files and for include.
class Mem {
    public $context;
    public static $files = [];
    private $path, $pos = 0;
    function stream_open($path, $mode, $options, &$opened) { $this->path = $path; if ($mode[0] === 'w') { self::$files[$path] = ''; } return isset(self::$files[$path]); }
    function stream_read($n) { $s = substr(self::$files[$this->path], $this->pos, $n); $this->pos += strlen($s); return $s; }
    function stream_write($s) { self::$files[$this->path] .= $s; $this->pos += strlen($s); return strlen($s); }
    function stream_eof() { return $this->pos >= strlen(self::$files[$this->path]); }
    function stream_stat() { return ['size' => strlen(self::$files[$this->path])]; }
    function stream_set_option($o, $a, $b) { return false; }
    function stream_seek($n, $whence) { $this->pos = $n; return true; }
    function stream_tell() { return $this->pos; }
    function stream_flush() { return true; }
    function stream_close() { echo "[close]"; }
    function url_stat($path, $flags) { return isset(self::$files[$path]) ? ['mode' => 0100644, 'size' => strlen(self::$files[$path])] : false; }
    function unlink($path) { unset(self::$files[$path]); return true; }
}
var_dump(stream_wrapper_register('mem', 'Mem'), in_array('mem', stream_get_wrappers()));
file_put_contents('mem://a', "one\ntwo\n");
echo file_get_contents('mem://a'), json_encode(file('mem://a', FILE_IGNORE_NEW_LINES)), "\n";
$f = fopen('mem://a', 'r+');
echo fgets($f), ftell($f), fread($f, 100), var_export(feof($f), true);
fseek($f, 0); echo fgetc($f), "\n";
fclose($f);
var_dump(file_exists('mem://a'), file_exists('mem://b'), filesize('mem://a'), is_dir('mem://a'));
Mem::$files['mem://code'] = '<?php return __LINE__ . basename(__FILE__);';
echo include 'mem://code', "\n";
unlink('mem://a');
var_dump(@fopen('mem://a', 'r'));
var_dump(stream_wrapper_unregister('mem'));
