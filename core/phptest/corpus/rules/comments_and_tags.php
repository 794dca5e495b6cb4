<?php
// #, //, /* */; a closing tag ends a line comment and swallows one newline.
echo 1; # hash
echo 2; // slashes ?>
text <?php /* block
over lines */ echo 3 /** doc */ , 4 ?>

<?= 5, 6 ?>
end
<?php // last
