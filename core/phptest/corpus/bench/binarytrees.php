<?php
// Binary trees: objects made and dropped in great numbers.
final class Node
{
    public ?Node $left = null;
    public ?Node $right = null;
}

function build(int $depth): Node
{
    $node = new Node();
    if ($depth > 0) {
        $node->left = build($depth - 1);
        $node->right = build($depth - 1);
    }
    return $node;
}

function check(Node $node): int
{
    return 1 + ($node->left === null ? 0 : check($node->left) + check($node->right));
}

$n = (int) ($argv[1] ?? 10);
$min = 4;
$max = max($min + 2, $n);
$stretch = $max + 1;
printf("stretch tree of depth %d\t check: %d\n", $stretch, check(build($stretch)));
$long = build($max);
for ($depth = $min; $depth <= $max; $depth += 2) {
    $iterations = 1 << ($max - $depth + $min);
    $sum = 0;
    for ($i = 0; $i < $iterations; $i++) {
        $sum += check(build($depth));
    }
    printf("%d\t trees of depth %d\t check: %d\n", $iterations, $depth, $sum);
}
printf("long lived tree of depth %d\t check: %d\n", $max, check($long));
