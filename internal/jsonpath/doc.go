// Package jsonpath reads values out of JSON by a strict subset of RFC 9535:
//
//	$                     the whole value
//	.name  ['name']       a member of an object; quoted where it is no plain name
//	[0]  [-1]             an element of an array, from the start or from the end
//	[*]  .*               all members or elements
//
// A path is parsed once, and a mistake in it is an error that says the position, what was got and what was wanted; it
// never turns into "nothing found". Filters, slices, unions and the descendant operator are named as unsupported.
//
// Of a member that stands twice in an object the last one counts, as in encoding/json. Values come out as they are
// written, so numbers keep their digits. null is a value: a path that leads nowhere finds none.
package jsonpath
