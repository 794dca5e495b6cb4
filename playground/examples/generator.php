<?php
// A generator does not live on the VM stack. Its
// frame is an allocation of its own that survives
// each yield, so walking a deep tree with one
// generator per level leaves the stack almost flat.
// The recursive walk does not.

function chain($depth) {
    $node = null;
    for ($i = 0; $i < $depth; $i++) {
        $node = ['value' => $i, 'next' => $node];
    }
    return $node;
}

function walk($node) {
    if ($node === null) {
        return 0;
    }
    return $node['value'] + walk($node['next']);
}

function values($node) {
    while ($node !== null) {
        yield $node['value'];
        $node = $node['next'];
    }
}

$list = chain(6_000);

echo "recursive: ", number_format(walk($list)), "\n";

$sum = 0;
foreach (values($list) as $v) {
    $sum += $v;
}
echo "generator: ", number_format($sum), "\n";
