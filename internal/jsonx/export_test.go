package jsonx

// End is end, for the search that the fuzz test compares with.
var End = end
