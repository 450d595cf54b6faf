package detect

import "testing"

// The patterns of a small lexicon, each in a sentence that fits it and in one that does not.
func TestPatterns(t *testing.T) {
	tests := []struct {
		reason  string
		cue     cue
		fits    string
		against string
	}{
		{"alternatives", cue{anywhere, ask, "tell|give me"}, "You could give me one.", "You could give one to me."},
		{"case does not matter", cue{anywhere, ask, "tell me"}, "TELL ME.", "TEL ME."},
		{"an optional word", cue{anywhere, ask, "i still? need it"}, "I need it, and I still need it.", "I really need it."},
		{"two optional words", cue{anywhere, ask, "i still? really? need it"}, "I really need it.", "I really still need it."},
		{"a word that must not follow", cue{anywhere, ask, "need !to"}, "I need one.", "I need to go."},
		{"the end does not count as such a word", cue{anywhere, ask, "need !to"}, "That is what I need", "A need to go"},
		{"a gap", cue{anywhere, ask, "let ~2 know"}, "Let my boss know.", "Let all of them know."},
		{"a gap of nothing", cue{anywhere, ask, "let ~2 know"}, "Let know.", "Know."},
		{"the end", cue{anywhere, ask, "word $"}, "Say the word.", "Say the word loudly."},
		{"a number", cue{anywhere, ask, "for #"}, "A table for 3.", "A table for three."},
		{"an amount of money", cue{anywhere, ask, "for #"}, "A table for €300.", "A table for Euro 300."},
		{"a colon", cue{anywhere, ask, "need : $"}, "What I need:", "What I need: time"},
		{"a comma", cue{anywhere, ask, "yes , no"}, "Yes, no.", "Yes no."},
		{"a dash", cue{anywhere, ask, "yes ; no"}, "Yes – no.", "Yes-no."},
		{"a quotation", cue{anywhere, ask, `say "`}, "Say “go on” now.", "Say go on now."},
		{"inline code counts as a quotation", cue{anywhere, ask, `run "`}, "Run `go vet`.", "Run go vet."},
		{"an apostrophe parts words", cue{anywhere, ask, "don t"}, "I don’t.", "I do not."},
		{"the beginning", cue{start, ask, "tell me"}, "Okay, please tell me.", "If you can, tell me."},
		{"the beginning of a clause", cue{clause, ask, "tell me"}, "If you can, tell me.", "They may tell me."},
		{"a soft beginning", cue{soft, ask, "tell me"}, "Stay here and tell me.", "They tell me."},
		{"accents", cue{anywhere, ask, "précisez"}, "PRÉCISEZ la date.", "Precisez la date."},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			lex := compile("okay please", "and", []cue{test.cue})
			listen := func(text string) label {
				r := reader{lex: lex, text: text}
				s, _ := r.next(0, len(text))
				return r.listen(s)
			}
			if listen(test.fits) != ask {
				t.Errorf("%q does not fit %q", test.cue.pattern, test.fits)
			}
			if listen(test.against) != 0 {
				t.Errorf("%q fits %q", test.cue.pattern, test.against)
			}
		})
	}
}

func TestPatternMistakes(t *testing.T) {
	for _, pattern := range []string{"$", "~2 know", "!to go", "still? need", "do n't", "a||b"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%q was compiled", pattern)
				}
			}()
			compile("", "", []cue{{anywhere, ask, pattern}})
		}()
	}
}

// Sentences end at marks that end sentences, and at no others.
func TestSentences(t *testing.T) {
	tests := []struct {
		reason string
		text   string
		want   []string
	}{
		{"marks", "One. Two! Three? Four… Five", []string{"One.", " Two!", " Three?", " Four…", " Five"}},
		{"several marks", "What?! No...", []string{"What?!", " No..."}},
		{"numbers, versions and addresses", "It is 3.5 of v1.2 at a.b.com now. Yes", []string{"It is 3.5 of v1.2 at a.b.com now.", " Yes"}},
		{"titles and initials", "See Dr. A. Smith, e.g. Monday. Yes", []string{"See Dr. A. Smith, e.g. Monday.", " Yes"}},
		{"an hour at the end", "At 5 p.m. Which city?", []string{"At 5 p.m.", " Which city?"}},
		{"a seat at the end", "Take 14F. Go", []string{"Take 14F.", " Go"}},
		{"quotations", `He said "Stop. Now?" and left. Yes`, []string{`He said "Stop. Now?" and left.`, " Yes"}},
		{"a quotation at the end", `He said "Stop." Nobody did.`, []string{`He said "Stop."`, " Nobody did."}},
		{"brackets and emphasis belong to the mark", "**(Really?)** Yes", []string{"**(Really?)**", " Yes"}},
		{"addresses with a question mark", "See https://a.b/?q=x. Yes", []string{"See https://a.b/?q=x.", " Yes"}},
		{"a forgotten space", "Done?Then go", []string{"Done?", "Then go"}},
		{"full-width marks", "好的。几张？三", []string{"好的。", "几张？", "三"}},
		{"French spacing", "Quand ? Ici", []string{"Quand ?", " Ici"}},
		{"Greek question mark", "Πότε; Εδώ", []string{"Πότε;", " Εδώ"}},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			r := reader{lex: lexiconOf(), text: test.text}
			for at, i := 0, 0; at < len(test.text); i++ {
				s, rest := r.next(at, len(test.text))
				if i >= len(test.want) || test.text[s.from:s.to] != test.want[i] {
					t.Fatalf("sentence %d: got %q, want %q", i, test.text[s.from:s.to], test.want)
				}
				at = rest
			}
		})
	}
}
