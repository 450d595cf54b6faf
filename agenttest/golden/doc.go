// Package golden keeps transcripts as golden files: the conversation a case had is compared with the one that was kept
// when it was known to be right, and a difference fails the test.
//
//	res := agenttest.Run(t, agent, aCase)
//	golden.Assert(t, res)
//
// The first run fails and names the missing file and the command that writes it, go test -update. Read what it wrote
// and commit it. The file lies in testdata/golden, in a folder of its own for each test, and is named after the case,
// or numbered in the order of the calls when the case has no name of its own.
//
// What differs from run to run is replaced by stable numbered names, the same value by the same name: <id-1> for UUIDs
// and random identifiers, <time-1> for points in time, <duration-1> for measured times, <session> for the session.
// [Scrub] adds patterns of your own, such as order numbers. Nothing of a run that failed is compared or written.
//
// In a suite, suite.Config{Check: golden.Assert} keeps one golden for each case. A run of the whole suite that is green
// names the goldens whose cases do not exist any more; nothing is deleted.
//
// This package imports goldie, which registers the flags -update, -clean and -template for the test binary; a package
// that defines an -update flag itself must not import it, and can hand [Text] to the snapshot library it uses.
package golden
