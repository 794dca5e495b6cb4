<?php
// error_reporting() filters what is shown, not what handlers are told of by level.
error_reporting(E_ALL & ~E_WARNING);
echo $undefined;
trigger_error('notice shown', E_USER_NOTICE);
trigger_error('warning hidden... no, that is another level', E_USER_WARNING);
error_reporting(0);
echo [] . '';
echo error_get_last()['message'], "\n";
error_clear_last();
var_dump(error_get_last(), error_reporting());
error_reporting(E_ALL);
echo $again;
