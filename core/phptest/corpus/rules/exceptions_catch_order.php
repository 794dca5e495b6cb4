<?php
// The first catch whose class fits, several classes in one, no variable needed.
class A extends Exception {} class B extends A {}
function t($e) { try { throw $e; } catch (B) { return 'B'; } catch (A | TypeError $x) { return 'A or TypeError: ' . get_class($x); } catch (Exception $x) { return 'Exception'; } catch (NoSuchClass $x) { return 'no'; } catch (Throwable) { return 'Throwable'; } }
foreach ([new B, new A, new TypeError, new Exception, new Error] as $e) { echo t($e), "\n"; }
