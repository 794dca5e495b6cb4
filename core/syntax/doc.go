// Package syntax turns PHP 8.5 source bytes into tokens and tokens into an AST.
//
// The tree is shaped for a compiler that emits Zend opcodes: it keeps the distinctions PHP's own
// tree makes (array syntax, list versus array, parenthesised conditionals, interpolation parts,
// attribute groups, the line every node is charged to), and drops those that never reach bytecode.
//
// What this package must not know: name resolution, constant values, opcodes, zvals, the engine.
// It imports the standard library alone and keeps no state between calls.
//
// Invariants:
//
//   - PHP strings are bytes. A Go string in the tree holds arbitrary bytes, not UTF-8.
//   - Node.Line is the line PHP reports for the node. PHP charges a compound node to the line of
//     its first child that exists (an `if` has the line of its condition, `$a\n=\nf()` that of
//     `$a`), and a childless one to the line the scanner had reached. Functions and classes
//     instead carry the line of their keyword, and EndLine, the line of the closing brace.
//   - Parse never panics and never recurses deeper than MaxDepth levels of source nesting; a
//     deeper source ends in an *Error. Left-associative chains (1+1+1, a.b.c, $x->a()->b()) are
//     built without recursion but do form a left spine as long as the chain. Whoever walks the
//     tree must descend that spine (Binary.L, Index.Base, Prop.Obj, MethodCall.Obj, Call.Fn...)
//     with a loop or a stack of its own; every other edge is at most MaxDepth levels deep.
//     Walk and Children (walk.go) go over a tree without recursion.
//   - Element lists (array elements, arguments, statements, if clauses, interpolation parts) are
//     slices, so their length costs no depth.
package syntax
