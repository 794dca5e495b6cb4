<?php
// @ lowers error_reporting() for the expression, also in called code; fatal errors stay.
function noisy() { echo $undefined; return error_reporting(); }
echo @noisy(), "\n";
var_dump(error_reporting() === E_ALL);
set_error_handler(function ($no, $msg) { echo 'handler sees it: ', (bool) (error_reporting() & $no) ? 'reported' : 'silenced', "\n"; return true; });
@$a['x']['y'];
echo @$zz;
try { @intdiv(1, 0); } catch (DivisionByZeroError $e) { echo $e->getMessage(), "\n"; }
function f() { throw new Exception('e'); }
try { @f(); } catch (Exception $e) { var_dump(error_reporting() === E_ALL); }
