<?php
echo date('Y-m-d H:i:s D N jS z t L W', 86400*365), ' ', gmdate(DATE_ATOM, 1000000000), ' ', mktime(12, 30, 0, 6, 15, 2020), "\n";
foreach (['2020-02-30', '1 January 2021', '@5', '2021-03-04T05:06:07+02:00', 'Jan 5, 2019 10:15pm', '10/12/2018', 'garbage in'] as $s) var_dump(strtotime($s));
var_dump(date('Y-m-d', strtotime('+1 week 2 days', 0)), date('Y-m-d', strtotime('last day of february 2024')), date('D Y-m-d', strtotime('next monday', 86400*3)), checkdate(2, 29, 2023));
