<?php
$d = sys_get_temp_dir() . '/ebbt' . getmypid(); mkdir($d); chdir($d);
var_dump(file_put_contents('a.txt', "one\ntwo\r\n\nthree"), file_get_contents('a.txt', false, null, 4, 3), file('a.txt', FILE_IGNORE_NEW_LINES | FILE_SKIP_EMPTY_LINES));
$f = fopen('a.txt', 'r+'); var_dump(fgets($f), ftell($f), fread($f, 3), feof($f), fseek($f, -2, SEEK_END), fgetc($f), fgets($f), feof($f), fgets($f)); fwrite($f, "!!"); rewind($f); var_dump(stream_get_contents($f)); fclose($f);
try { fread($f, 1); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
var_dump(@file_get_contents('nope'), is_dir('.'), is_file('a.txt'), filesize('a.txt'), scandir('.'), glob('*.txt'), rename('a.txt','b.txt'), copy('b.txt','c.txt'), unlink('b.txt'), file_exists('b.txt'));
$m = fopen('php://memory', 'w+'); fputcsv($m, ['a b', 'c"d', 5, ''], ',', '"', '\\'); rewind($m); var_dump(fgets($m)); rewind($m); var_dump(fgetcsv($m, null, ',', '"', '\\'));
unlink('c.txt'); chdir('/'); rmdir($d); var_dump(is_dir($d), realpath('/tmp/../tmp'), basename(getcwd()));
fwrite(STDOUT, "out\n"); echo file_get_contents('data:text/plain;base64,SGk='), "\n";
