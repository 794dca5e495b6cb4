<?php
// Fasta: pseudo-random DNA sequences by a linear congruential generator.
const IM = 139968;
const IA = 3877;
const IC = 29573;

$seed = 42;

function draw(float $max): float
{
    global $seed;
    return $max * ($seed = ($seed * IA + IC) % IM) / IM;
}

function cumulate(array $freqs): array
{
    $p = 0.0;
    $out = [];
    foreach ($freqs as $base => $f) {
        $out[$base] = $p += $f;
    }
    return $out;
}

function pick(array $table): string
{
    $r = draw(1.0);
    foreach ($table as $base => $p) {
        if ($r < $p) {
            return $base;
        }
    }
    return (string) array_key_last($table);
}

function randomFasta(string $id, string $desc, array $freqs, int $n): void
{
    echo ">$id $desc\n";
    $table = cumulate($freqs);
    for ($todo = $n; $todo > 0; $todo -= 60) {
        $line = '';
        for ($i = min($todo, 60); $i > 0; $i--) {
            $line .= pick($table);
        }
        echo $line, "\n";
    }
}

function repeatFasta(string $id, string $desc, string $seq, int $n): void
{
    echo ">$id $desc\n";
    $len = strlen($seq);
    $long = $seq . substr($seq, 0, 60);
    $pos = 0;
    while ($n > 0) {
        $take = min(60, $n);
        echo substr($long, $pos, $take), "\n";
        $pos = ($pos + $take) % $len;
        $n -= $take;
    }
}

$alu = 'GGCCGGGCGCGGTGGCTCACGCCTGTAATCCCAGCACTTTGGGAGGCCGAGGCGGGCGGATCACCTGAGGTCAGGAGTTCGAGACCAGCCTGGCCAACATGGTGAAACCCCGTCTCTACTAAAAATACAAAAATTAGCCGGGCGTGGTGGCGCGCGCCTGTAATCCCAGCTACTCGGGAGGCTGAGGCAGGAGAATCGCTTGAACCCGGGAGGCGGAGGTTGCAGTGAGCCGAGATCGCGCCACTGCACTCCAGCCTGGGCGACAGAGCGAGACTCCGTCTCAAAAA';
$iub = ['a' => 0.27, 'c' => 0.12, 'g' => 0.12, 't' => 0.27, 'B' => 0.02, 'D' => 0.02, 'H' => 0.02, 'K' => 0.02,
    'M' => 0.02, 'N' => 0.02, 'R' => 0.02, 'S' => 0.02, 'V' => 0.02, 'W' => 0.02, 'Y' => 0.02];
$homo = ['a' => 0.3029549426680, 'c' => 0.1979883004921, 'g' => 0.1975473066391, 't' => 0.3015094502008];

$n = (int) ($argv[1] ?? 2000);
repeatFasta('ONE', 'Homo sapiens alu', $alu, $n * 2);
randomFasta('TWO', 'IUB ambiguity codes', $iub, $n * 3);
randomFasta('THREE', 'Homo sapiens frequency', $homo, $n * 5);
