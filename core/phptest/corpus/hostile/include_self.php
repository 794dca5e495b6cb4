<?php
// exit: 255
// contains-any: Allowed memory size | Maximum call stack size | nesting
include __FILE__;
