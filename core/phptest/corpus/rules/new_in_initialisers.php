<?php
// new is allowed in defaults of parameters, static variables, global constants and attributes.
class Logger { static $made = 0; public $id; function __construct(public string $name = 'std') { $this->id = ++self::$made; } }
class Service { function __construct(public Logger $l = new Logger('default')) {} }
function counter(Logger $l = new Logger) { static $mine = new Logger('static'); return $l->name . $l->id . $mine->name . $mine->id; }
const GLOBAL_LOGGER = new Logger(name: 'const');
echo (new Service)->l->id, (new Service)->l->id, ' ', counter(), ' ', counter(), ' ', GLOBAL_LOGGER->name, "\n";
