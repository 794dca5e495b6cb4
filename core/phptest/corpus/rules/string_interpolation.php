<?php
// "$a[k]", "$o->p", "{$expr}", heredoc and nowdoc.
$a = ['k' => 'v', 3 => 'three', 'n' => ['m' => 'deep']]; $o = new stdClass; $o->p = 'prop'; $o->q = new stdClass; $o->q->r = 'far'; $f = fn($x) => "<$x>"; $k = 'k';
echo "$a[k] $a[3] $a[$k] {$a['n']['m']} $o->p {$o->q->r} {$f('arg')} \$a \x41\u{1F600}\101\e[0m \{$k}", "\n";
echo <<<EOT
  indented $a[k]
    more {$o->p}
  EOT . "|\n";
echo <<<'RAW'
raw $a[k] {$o->p} \n
RAW;
echo "\n", "$o->p->q", "\n";
