<?php
// exit: 255
// contains: Failed to open stream: No such file or directory
// contains: Failed opening required
@include 'no/such/file.php';
include 'no/such/file.php';
require 'no/such/file.php';
