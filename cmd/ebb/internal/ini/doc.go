// Package ini reads settings as PHP's command line takes them: the operand of
// -d, and a php.ini file named with -c.
//
// What it must not know: which settings exist. Section headers are skipped, as
// PHP applies [PATH=] and [HOST=] sections in web servers only.
package ini
