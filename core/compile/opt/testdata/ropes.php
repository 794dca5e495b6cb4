<?php
function r1($a) { foo("a$a b"); foo("b$a c$a d$a"); foo("x$a y"); }
function r2($a) { return [$a + 1, "b$a c$a d$a e$a", "a$a b", $a * 2, "x$a y$a"]; }
function r3($a) { return foo("a$a b") . bar("b$a" . $a * 3 . "k$a c$a d$a") . foo("x$a y"); }
function e1($a) { try { return $this->b($a, $c); } catch (E $e) { restore(); if (!$e) { $e = new E("An expression constant cannot be evaluated", 0, $e); } throw $e; } finally { restore(); } }
