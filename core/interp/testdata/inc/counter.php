<?php
$incvar = ($incvar ?? 0) + 1;
return ["v" => $incvar, "f" => basename(__FILE__)];
