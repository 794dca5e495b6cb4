<?php
// A recursive-descent parser, the shape of program
// that meets page edges without meaning to: its
// depth follows the nesting of its input.

final class Calculator {
    private int $at = 0;

    public function __construct(private string $text) {}

    public function value(): int {
        $this->at = 0;
        return $this->sum();
    }

    private function sum(): int {
        $left = $this->product();
        while ($this->peek() === '+' || $this->peek() === '-') {
            $op = $this->text[$this->at++];
            $right = $this->product();
            $left = $op === '+' ? $left + $right : $left - $right;
        }
        return $left;
    }

    private function product(): int {
        $left = $this->atom();
        while ($this->peek() === '*') {
            $this->at++;
            $left = $left * $this->atom() % 1_000_003;
        }
        return $left;
    }

    private function atom(): int {
        if ($this->peek() === '(') {
            $this->at++;
            $inside = $this->sum();
            $this->at++; // )
            return $inside;
        }
        $start = $this->at;
        while ($this->peek() >= '0' && $this->peek() <= '9') {
            $this->at++;
        }
        return (int) substr($this->text, $start, $this->at - $start);
    }

    private function peek(): string {
        return $this->text[$this->at] ?? '';
    }
}

foreach ([10, 200, 1_000, 3_000] as $depth) {
    $text = str_repeat('(1+2*', $depth) . '7' . str_repeat(')', $depth);
    echo str_pad("nested $depth deep", 20), (new Calculator($text))->value(), "\n";
}
