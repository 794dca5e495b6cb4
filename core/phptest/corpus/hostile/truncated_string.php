<?php
// exit: 255
// contains: Parse error: 
function f() {
  echo "unterminated