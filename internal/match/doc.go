// Package match compares JSON values by value, tool names by namespace, and sequences of calls by maximum matching.
//
// A wanted value is compiled once from whatever a test writes: maps, slices, structs, numbers, raw JSON, with matchers
// at any depth. It is then compared with JSON as often as needed:
//
//	want, err := match.Compile(map[string]any{"amount": 3500, "id": match.Regex("^A-")})
//	bad := want.Subset("args", call.Args) // args.amount: got 35, want 3500
//
// The rules of comparison:
//
//   - Numbers are equal when their decimal values are: 1, 1.0 and 1e0 are one number, 9007199254740993 and
//     9007199254740992 are two. An exponent of more than 15 digits is compared as it is written.
//   - null is a value; a missing key is not null.
//   - The order of keys means nothing, the order of elements does. Of a key that stands twice, the last value counts.
//   - Equal asks for the same keys. Subset asks for the wanted keys at every depth and ignores others; arrays must
//     have the wanted length, and their elements are compared one by one, as subsets.
//   - Strings are equal when their bytes are, with each byte that is no UTF-8 read as U+FFFD, as JSON decoders do.
package match
