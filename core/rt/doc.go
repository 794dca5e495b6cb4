// Package rt is what every tier of the engine shares: the executor with its
// functions, classes, constants, settings, output and errors, and the complete
// slow path of every operation a PHP program can ask for.
//
// It must not know how instructions are dispatched: it learns of the running
// code only through frames (vmstack) and oplines (code), and starts PHP code
// only through Exec.Run, which a tier binds. It does not import the compiler
// either; the facade binds CompileFile and CompileString.
//
// # Ownership
//
// A *zval.Value argument is borrowed unless a comment says that it is
// consumed; a result slot is dead on entry and owned by the caller after. Any
// function documented "may run PHP" may also move the contents of tables and
// unset variables: no borrowed *zval.Value inside a table survives it.
//
// # Errors
//
// PHP-level failure is an exception object in Ctx.Exception, never a Go error;
// functions that can fail return false (or a neutral value) and the caller
// looks at HasExc. A fatal error panics with bailout, which is recovered at
// the top of a run and nowhere else.
//
// # Files
//
// Two concerns live side by side: the executor proper (exec, new, errors,
// backtrace, convert, ops, dim, constexpr, output, ini, constants, include,
// host, hooks) and the object model (class, object, prop, method, closure,
// callable, builtin, types, iter, autoload and the core classes).
package rt
