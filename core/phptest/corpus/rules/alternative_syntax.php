<?php
// if: endif, while: endwhile and inline HTML between.
for ($i = 0; $i < 2; $i++): ?>
row <?= $i ?>

<?php endfor;
if ($i > 5): echo 'big'; elseif ($i == 2): echo "two\n"; else: echo 'small'; endif;
foreach (['a', 'b'] as $v): echo $v; endforeach;
$n = 2; while ($n--): echo $n; endwhile;
switch ($i): case 2: echo "switch\n"; endswitch;
declare(ticks=1): echo "ticks\n"; enddeclare; ?>
text
<?php echo 'end' ?>
