<?php
// The class's own method wins over the trait's, the trait's over the parent's.
class Base { function who() { return 'base'; } function own() { return 'base'; } }
trait T { function who() { return 'trait over ' . parent::who(); } function own() { return 'trait'; } }
class K extends Base { use T; function own() { return 'class'; } }
$k = new K;
echo $k->who(), ', ', $k->own(), "\n";
