<?php
// exit: 255
// contains: Parse error: 
class A {
  function f() {
    if (1) {