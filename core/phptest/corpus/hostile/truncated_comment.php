<?php
// exit: 255
// contains: Unterminated comment starting line 4
echo "ok"; /* never closed