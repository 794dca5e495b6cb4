<?php
function fibo($n)
{
    return $n < 2 ? 1 : fibo($n - 2) + fibo($n - 1);
}
echo fibo(27), "\n";
