<?php
// Arguments marked so are hidden in backtraces.
function login(string $user, #[SensitiveParameter] string $password) { throw new Exception('no'); }
try {
    login('me', 'secret');
} catch (Exception $e) {
    echo $e->getTraceAsString(), "\n";
    var_dump($e->getTrace()[0]['args'][1]->getValue());
}
