package detect

// Words that may stand before the first word of a clause without changing what the clause does.
const englishFillers = `ok okay sure great alright right well so and but then now also yes yeah yep no hmm hi hello hey sorry thanks
	first firstly next cool perfect excellent awesome certainly absolutely fine good nice understood again once more lastly finally
	otherwise meanwhile instead oh ah um please kindly just simply wonderful lovely gladly definitely quick quickly very`

const englishJoins = `and or but then plus`

const (
	informing = "tell|give|provide|send|share|supply|submit|confirm|verify|specify|enter|type|input|reply|respond|answer|choose|" +
		"select|pick|describe|clarify|state|indicate|upload|attach|paste|say|list|explain|rephrase|repeat|approve|authorize|" +
		"authorise|advise|fill|complete|name|mention|elaborate|acknowledge|decide|identify|include|affirm|rate"
	modest   = "also|just|first|then|now|do|still|only|always|simply|kindly"
	replying = "confirm|confirmed|approve|approved|reply|replied|choose|chosen|tell|told|share|shared|provide|provided|send|sent|" +
		"pick|picked|" +
		"decide|decided|let|answer|answered|give|given"
	few   = "#|one|two|three|four|five|six|seven|eight|nine|ten"
	fine  = "ok|okay|right|correct|fine|good|alright|accurate|great|acceptable|convenient|suitable|complete"
	datum = "amount|number|code|name|date|time|address|email|phone|id|reason|quantity|title|description|city|country|postcode|zip|" +
		"value|details|information|reference|password|pin|destination|location|budget|size|age|birthday|birth|url|link|username|" +
		"account|order|invoice|street"
	seeming  = "is|s|are|looks|look|sounds|sound|works|work|seems|seem|suits|suit"
	proposal = "this|that|it|everything|all|these|those"
)

var english = []cue{
	// Requests.
	{clause, please, "please|kindly"},
	{clause, ask, "please|kindly " + modest + "? " + modest + "? " + informing},
	{clause, ask, "please|kindly check|review|examine|recheck|double ~4 details|following|summary|information|below"},
	{clause, ask, "please|kindly make|be|ensure ~4 details|following|information"},
	{clause, ensures, "please|kindly ensure"},
	{clause, ensures, "please|kindly make sure"},
	{clause, ask, "please|kindly try saying|typing|entering"},
	{anywhere, ask, ", please $"},
	{start, ask, "which|what|your|for ~3 please $"},
	{anywhere, asset, "your|the|a|an|full|last|first|exact ~1 name|number|amount|code|address|phone|id|details|information|birth|" +
		"birthday|username|budget|" +
		"destination|reason|photo|screenshot|receipt|picture|spelling"},
	{soft, bare, informing},
	{soft, gives, "send|share|paste|upload|attach|tell|report|provide|describe|reply|explain"},
	{start, prompt, "enter|type|input|choose|select|pick|provide|specify|upload|attach|paste|list|name|state|describe|give|" +
		"share the|a|an|your|any|some|one|which|all|this|these|it|\"|#"},
	{soft, ask | personal, "send|forward|email|mail|share|show|read|hand ~4 to|with me|us"},
	{soft, ask | personal, "tell|send|show me|us"},
	{soft, ask | personal, "give me|us !a|an|just|some|one|another|until|time"},
	{soft, ask | personal, "give me|us a|an|some|one ~2 number|name|list|date|time|idea|example|sense|detail|details|information|reason"},
	{soft, ask | personal, "help me|us understand|see|picture|follow"},
	{soft, ask | personal, "walk|talk|take me|us through your|what|how"},
	{soft, ask, "say|give the word"},
	{clause, demand, "reply|respond|answer with|yes|no|y|n|\"|in|by|#"},
	{clause, demand, "say|type|write|text|enter|send yes|no|confirm|\"|#"},
	{clause, demand, "say|type|write|text|enter|send the|its|a number|letter|name|word|answer|code|option"},
	{clause, demand, "choose|pick|select one|between|from|which|your|any|#|either|whichever"},
	{clause, demand, "choose|pick|select a|an|the number|date|time|option|plan|size|seat|slot|colour|color|card|topic|category|" +
		"name|account|day|item|one"},
	{clause, demand, "clarify|describe|rephrase|elaborate"},
	{clause, demand, "specify|indicate your|which|whether|how|what|where|when"},
	{start, demand, "confirm|verify|affirm !by|with|each|whether"},
	{start, demand, "fill in|out"},
	{start, demand, "enter|provide|specify|state|input|give ~3 " + datum},
	{clause, ask, "please|kindly check|double|recheck|review|correct ~9 try|send|enter|type again|it|another"},
	{start, demand, "share|provide|state|enter|upload|paste|list|name|input your|these|those|any|them|it|more|as"},
	{soft, ask, "upload|attach|paste ~5 here|below"},
	{anywhere, purpose, "and|so that? i|we ll|will|can|could|m|am"},
	{anywhere, purpose, "to continue|proceed|begin"},
	{anywhere, purpose, "to get started"},
	{soft, ask | personal, "let me|us know !if|should|in|about|how|anything|anytime|any|of"},
	{soft, ask | personal, "let me|us know how many|much|long|you|old|often|far|soon|would|should|to|i|we|big|large"},
	{soft, ask | personal, "let me|us know about your|the"},
	{anywhere, sure, "let me|us know if i|we should|can|may|shall !be|help|do|assist|answer"},
	{anywhere, sure, "let me|us know if|whether|when " + proposal + " ~2 " + seeming},
	{anywhere, sure, "let me|us know if|whether ~8 " + seeming + " " + fine + " $"},
	{anywhere, sure, "let me|us know if you ~4 proceed|continue|ahead|forward|confirm|agree|approve|accept"},

	// What the agent needs, lacks or waits for.
	{anywhere, ask, "i ll|will|would|d|do|am|m? still|also|just|only|first|currently|now|then|really|therefore? still|also|just|" +
		"only? need|require !to|no|not|a|an|,"},
	{anywhere, ask, "we ll|will|still|also|just|would|do still|also|just|first? need|require !to|no|not|a|an|,"},
	{anywhere, ask, "we need|require your|you|some|more|additional|further"},
	{anywhere, ask, "we ll|will|still|also|just|would? still|also|just|first? need a|an|one !moment|minute|second|sec|break"},
	{anywhere, ask, "i ll|will|would|d|do? still|also|just|only|first|currently|now|then|really|therefore? need|require a|" +
		"an !moment|minute|second|sec|break"},
	{anywhere, ask, "i|we ll|will|would|d|still|also|just|only|first? need to know|understand|hear"},
	{anywhere, ask, "i|we ll|will|would|d|still|also|just|only|first? need to ask|verify|confirm|clarify|check you|your|a|some|" +
		"with ~2 you|your|few|more|questions|details|things"},
	{anywhere, sure, "i|we need|require from you"},
	{anywhere, ask, "information|details|things i|we ~2 need|require ~2 is|are|:"},
	{anywhere, ask, "here|what s|is? what? i|we need|require"},
	{anywhere, veto, "all|everything|information|details|that i|we need"},
	{anywhere, veto, "if|whenever|where|why i|we need"},
	{anywhere, veto, "need|needs ~4 moment|minute|minutes|second|seconds|while"},
	{start, ask, "need your|the|some|more"},
	{anywhere, ask, "i|we am|m|re|are ~1 missing"},
	{anywhere, ask, "detail|details|thing|things|information ~1 is|are|s ~1 missing|left|needed|outstanding"},
	{anywhere, ask, "once|when|soon as? i|we have|get|receive your|these|them|both|all"},
	{anywhere, ask, "once|when|soon as? i|we have|get|receive the following"},
	{anywhere, ask, "only thing ~3 left|missing|need|needed|remaining"},
	{anywhere, ask, "i m|am ~1 curious ~5 you|your"},
	{anywhere, ask, "i would|d ~3 appreciate|grateful|love|great|appreciated ~2 if you"},
	{anywhere, sure, "if you can|could|would? ~1 tell|give|send|show me"},
	{anywhere, sure, "if you can|could|would? ~1 let me know !if|should"},
	{anywhere, ask, "you haven|hadn|didn t ~1 told|tell|said|say|mentioned|mention|specified|specify|given|chosen"},
	{anywhere, ask, "you still need|have to choose|pick|select|confirm|provide|specify|tell|decide|enter"},
	{anywhere, ask, "i|we would|d ~1 like|love|want|have to know|understand|hear|learn|ask"},
	{anywhere, ask, "i have|ve got? to know"},
	{anywhere, ask, "i have|ve got? to ask you"},
	{anywhere, ask, "i was|am|m ~1 wondering if|whether|which|what|when|how ~2 you|your"},
	{anywhere, ask, "i wonder if|whether|which|what|when you|your"},
	{anywhere, ask, "it would|d ~1 help|helps|be ~3 to know|have|see|hear"},
	{anywhere, ask, "it would|d ~1 help|be ~3 if you"},
	{anywhere, ask, "would help|assist ~2 to know|have|see|hear"},
	{anywhere, ask, "i can|could t|not ~8 without your|the|a|an|more|knowing|it|that|this"},
	{anywhere, ask, "i cannot ~8 without your|the|a|an|more|knowing|it|that|this"},
	{anywhere, ask, "i can|could t|not ~8 until|unless you|i|we"},
	{anywhere, ask, "i cannot ~8 until|unless you|i|we"},
	{anywhere, ask, "waiting for your"},
	{anywhere, ask, "i|we m|am|re|are ~1 waiting for|on you"},
	{anywhere, ask, "awaiting|await your"},
	{anywhere, ask, "i|we ll|will wait for your|you"},
	{anywhere, ask, "once|after|soon as? you ve|have? " + replying + " ~9 i ll|will|can"},
	{anywhere, ask, "once|soon as? you ve|have? confirm|confirmed|approve|approved|reply|choose|decide ~9 we ll|will|can"},
	{anywhere, ask, "i ll|will|can|m|am ~9 once|after|soon as? you ve|have? " + replying},
	{start, ask, "ask|fire away"},
	{start, ask, "ask me|us anything|any|about|your"},
	{start, ask, "go ahead and? ask|tell|send|share|type|describe"},
	{start, ask, "i m|am listening|ready $"},
	{start, ask, "your turn|move|call|choice|pick|decision $"},
	{anywhere, ask, "pending|requesting|seeking your"},
	{anywhere, ask, "whenever|when you re|are ready $"},
	{start, ask, "over to you"},
	{anywhere, ask, "if you agree|approve|confirm|accept"},
	{anywhere, ask, "if|whether " + proposal + " ~1 " + seeming + " ~2 " + fine},
	{anywhere, ask, "if|whether " + proposal + " works|suits for? you"},
	{anywhere, ask, "question|questions|choice for you $"},
	{start, ask, "some|few ~2 questions|details|things : $"},
	{start, ask, "some|few ~2 questions|details|things ~1 and|before|first|i|we|so|to ~9 : $"},
	{start, ask, "a few|couple|handful|number ~3 questions|details|things|pieces|points : $"},
	{start, ask, "a few|couple|handful|number ~3 questions|details|things|pieces|points ~1 and|before|first|i|we|so|to ~9 : $"},
	{anywhere, ask, "i|we ~1 have ~4 questions"},
	{anywhere, ask, "information|info|data ~3 needed|required|missing|necessary ~3 : $"},

	// Reading back.
	{start, readback, "confirming"},
	{start, readback, "to confirm ,|:|;|you|then|that|i|we"},
	{clause, readback, "to confirm :"},
	{start, readback, "to confirm your ~2 :|;"},
	{start, ask, "is|are the|these ~1 following|details|information"},
	{anywhere, readback, "just to confirm|verify|double"},
	{anywhere, readback, "just to be|make sure|certain ,|:|;"},
	{clause, ask, "let|lets me|us|s? just? confirm|verify !this|it|with|whether|if"},
	{clause, ask, "let|lets me|us|s? just? make|be sure i|we|everything|:|,"},
	{clause, ask, "let|lets me|us|s? just? make|be sure $"},
	{clause, veto, "let|lets me|us|s? just? confirm|verify|check|look that|this|it|into|up for|with"},
	{clause, ask, "let|lets me|us|s? just? get|see this|it|that|if ~5 right|straight|correct|correctly"},
	{anywhere, readback, "i|we would|d|want|need like? to confirm|verify|double"},
	{start, readback, "i guess|assume|believe|gather|understand|take that|it? you want|would|d"},
	{clause, readback, "you want|wanna|wish"},
	{clause, readback, "you would|d like|prefer|want|love to|a|an|me|the|your|" + few},
	{clause, readback, "you are|re looking|interested|hoping for|in|to"},
	{start, readback, "so that s|is|makes " + few},
	{start, gerund, "so that s|is|makes a|an|your|another"},
	{anywhere, ask, "here|what s|is? what? i have|heard|understood|gathered|noted|show !so|changed|done|found"},
	{start, gerund, "booking|reserving|scheduling|transferring|purchasing|ordering|buying|paying|cancelling|canceling"},
	{start, gerund | counted, "making|placing|scheduling|setting the|a|an|your|up reservation|booking|appointment|order|visit|transfer"},
	{start, gerund, "adding|creating ~2 event|appointment|meeting|reminder|visit"},
	{start, gerund | counted, "sending|moving|wiring # from|to"},
	{start, terse, few + " !per|a|an ~2 ticket|tickets|room|rooms|seat|seats|people|person|adult|adults|guest|guests|passenger|passengers|" +
		"night|nights|table|tables for|to|in|at|on|from|leaving|going|with|departing|checking"},
	{anywhere, counted, few + "|monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|today|tonight"},

	// Questions without their mark.
	{clause, open | you, "would|do|did|could|can|will|are|were|have|don|won|wouldn t? you !ever|can|will"},
	{clause, open | you, "shall|should|may|can|could i|we !remind|suggest|point|add|just"},
	{clause, open, "do|did|will|am i|we"},
	{clause, you, "do|did i|we ~1 have|get|understand ~4 right|correct|correctly|straight"},
	{start, open, "for|at|from|on|in|to|with|by which|what"},
	{start, open, "is|are|does|do|was|will " + proposal + "|there|your|the|he|she|they"},
	{start, open, "what|where|when|who|how is|are|was|were|s the|your|this|that|it|these !more|new|next"},
	{clause, open | you, "what|which|where|when|who|whom|how|why ~6 do|did|are|would|should|will|can|could|have|shall you"},
	{clause, open | you, "what|which|where|when|who|whom|how ~6 should|can|may|could|shall i|we"},
	{clause, open, "what|which|where|when|who|whom|how ~6 do|did|will i|we"},
	{start, open, "how many|much|long|often|far|old|soon ~4 will|do|does|did|are|is|would|should|can"},
	{start, open, "how|what about"},
	{start, open, "which one|ones|kind|type|size :|,|;"},
	{anywhere, declares, "depends|depend|determines|determine|decides|vary|varies|matters"},

	// Courtesies and notices.
	{anywhere, veto, "feel free"},
	{anywhere, veto, "hesitate"},
	{anywhere, veto, "let me|us know if|should|anytime|anything|any"},
	{anywhere, veto, "let me|us know in case"},
	{anywhere, veto, "let me|us know how it|that|things|everything"},
	{anywhere, veto, "let me|us know about|of any|anything"},
	{anywhere, veto, "if you ~5 any|anything|further|additional|other|help|questions|assistance|else|trouble|problem|problems|" +
		"issue|issues|changes"},
	{clause, veto, "should you"},
	{anywhere, veto, "if there is|s|are anything|any|something"},
	{anywhere, veto, "if anything|something"},
	{anywhere, veto, "any|further ~1 questions|concerns|issues|help"},
	{soft, veto, "drop|shoot|send me|us a|an ~1 message|note|line|email|mail|text"},
	{clause, notice, "please|kindly " + modest + "? note|be|find|allow|wait|accept|remember|keep|see|bear|hold|enjoy|contact|call|" +
		"visit|don|ignore|consult|refer|excuse|forgive|stand|rest|stay|take|join|" +
		"bring|avoid|expect|arrive|use|observe|mind|respect|handle|leave|protect|save|print|store|change"},
	{clause, notice, "please|kindly do not"},
	{clause, notice, "please|kindly do|follow these|the|this"},
	{clause, notice, "please|kindly have a|an|your|some|fun|patience|mercy"},
	{soft, veto, "give me|us ~2 moment|minute|minutes|second|seconds|sec|bit|while"},
	{anywhere, veto, "one|a|another|few moment|moments|second|seconds|sec|minute please"},
	{clause, courtesy, "thank|thanks|thx|welcome|goodbye|bye|cheers|sincerely|regards|congratulations|congrats|farewell|apologies !to"},
	{anywhere, courtesy, "thank you"},
	{anywhere, courtesy, "thanks|goodbye|bye|regards $"},
	{anywhere, courtesy, "you|your re|are? ~1 welcome"},
	{clause, courtesy, "have|enjoy|hope|take|see|good|happy|glad|looking|look|always|my|best|stay|speak|talk|no !it|them|the|for|" +
		"to ~2 day|time|trip|evening|night|weekend|one|fun|flight|luck|care|you|help|pleasure|safe|forward|worries|problem|rush|" +
		"pressure|hurry|afternoon|morning|stay"},
	{clause, courtesy, "i m|am|ll ~2 here|happy|glad|available|around"},
	{clause, courtesy, "we re|are ~2 here|happy|glad|available|around"},
	{clause, courtesy, "i|we hope|appreciate|look"},
	{clause, courtesy, "take your time"},
	{clause, courtesy, "hope|enjoy|glad"},
	{anywhere, courtesy, "just ask $"},

	// Whom a question is for.
	{anywhere, you, "you|your|yours|yourself|u|ur"},
	{anywhere, you, "should|shall|may i|we"},
	{anywhere, you, "can|could i|we help|assist|get|have|ask|book|reserve|confirm|check|go|proceed"},
	{anywhere, you, "want|like|need|for me to"},
	{clause, you, "is|are|does|do|did|will|would|have|has " + proposal + " ~2 look|sound|work|seem|suit|" + fine},
	{anywhere, you, "how|what does|do|about|is|s " + proposal + " look|sound|for"},
	{clause, you, proposal + " " + seeming + " " + fine},
	{anywhere, you, "anything|something|what|who|anyone else"},
	{clause, you, "interested|ready|right|correct|ok|okay|yes|no|agreed|deal|confirm|confirmed $"},
	{anywhere, you, "or not|no $"},
	{anywhere, generic, "have you ever"},
	{anywhere, generic, "ever wondered|wonder|thought|heard|tried|noticed"},
	{anywhere, generic, "did|do you know"},
	{anywhere, generic, "you|one|people|some|readers|users may|might|could|can|will ~1 ask|wonder|think|say|object"},
	{anywhere, generic, "you re|are ~1 thinking|wondering|asking"},
	{anywhere, generic, "how do|can|could|does you|i|we|one|they !want|plan|feel|prefer|usually|intend|take|wish|know|currently|" +
		"normally|help|assist|like|best|make|support"},
	{anywhere, generic, "why should|would|do|does|is|are|not|bother|choose|use|has|have|was !you"},
	{anywhere, generic, "should|must|shouldn you"},
	{anywhere, generic, "why would you"},
	{anywhere, generic, "how did|would i|we|one|they"},
	{anywhere, generic, "your ~2 policy|policies|hours|prices|fees|rates|mission|terms $"},
	{anywhere, generic, "what can|should|could|must you|i|we do|expect|learn !for|to"},
	{anywhere, generic, "what|how|why does|do|will|would|can|could|did|has this|that|it|they|these|the ~3 mean|affect|help|change|" +
		"benefit|matter|apply|concern|impact|work"},
	{anywhere, generic, "in it for"},
	{anywhere, generic, "what happens|happened"},
	{anywhere, generic, "what if"},
	{anywhere, generic, "what do|does you|i|we|one get|gain|receive|pay|learn"},
	{anywhere, generic, "do|does|will you|i|we|one need|have to"},
	{anywhere, generic, "do you need a|an"},
	{anywhere, generic, "can|do|must|where|when|how|will|am|what i ~9 my"},
	{anywhere, generic, "where|when can|do|will i|one|we"},
	{start, generic, "q|question :"},
	{start, aside, "need|not|looking|got|having|still|questions|any|confused|stuck|curious|wondering|prefer|tired !else|me"},
	{start, aside, "have|want ~2 questions|help|more|trouble|to"},
	{start, choice, "which|is|are|do|does|did|would|will|can|could|should|shall|who|whose"},
	{anywhere, choice, "what|which kind|type|sort|size|colour|color|time|date|day|option|one|category|topping|city|level|language|format"},
	{anywhere, choice, "one of"},
	{anywhere, choice, "following|options"},

	// What follows a question.
	{start, answer, "yes|yep|nope|because|absolutely|certainly|definitely|exactly ~9"},
	{start, answer, "no !rush|worries|problem|pressure|hurry|need"},
	{start, answer, "it|that depends|does|did|isn|doesn|didn"},
	{start, answer, "that|it s|is because"},
	{start, answer, "not !sure|yet|to|only"},
	{start, answer, "in short"},
	{start, answer, "then you|it|use|try|the|this"},
	{start, answer, "the short|simple|quick? answer"},
	{start, answer, "a|answer :"},
	{anywhere, support, "i|we ll|will|need|ask|just|want"},
	{anywhere, support, "i|we would|d like|love|want|need|have|be"},
	{anywhere, support, "help|helps|allow|allows|let|lets|tell me|us"},
	{start, support, "either|e|eg|like|such|examples|options"},
	{start, support, "if so|not|yes|no|possible"},
	{start, support, "once|when i|we"},
	{start, support, "that|this way"},
	{start, support, "this|that|it s|is|will just|only|to|for|so|because"},
	{start, support, "a|an rough|approximate|estimate|guess|range|ballpark"},
	{start, support, "any|anything ~3 works|fine|do|ok|okay|enough $"},
	{anywhere, support, "for example|instance"},
	{anywhere, support, "you can|could|may|might|ll|will|should ~1 find|say|tell|choose|pick|answer|also|select|pick|reply"},
	{anywhere, support, "it s|is ~3 on|in|at your"},
	{anywhere, support, "it|this|that ~2 printed|shown|listed|found|written|located"},

	// Written for the user.
	{start, presents, "here|below s|is|are"},
	{start, presents, "these|this is|are"},
	{start, presents | work, "sources|references|related|links|topics|titles|faq|faqs|transcript|lyrics|quiz"},
	{start, presents, "i ve|have|d ~1 written|drafted|created|prepared|added|put|come|generated|made|suggest|propose|use|ask"},
	{start, presents, "your|the|a|an|some|try|subject|sample|example|suggested|possible|draft|template|title"},
	{anywhere, work, "draft|drafts|poem|email|mail|message|letter|text|story|script|post|tweet|caption|translation|version|rewrite|" +
		"song|haiku|" +
		"questions|list|example|examples|sample|template|reply|response|speech|invitation|survey|quiz|faq|interview|headline|headlines|title|" +
		"titles|paragraph|limerick|dialogue|dialog|prompt|prompts|subject|note|verse|lyrics|conversation|joke|jokes|riddle|riddles|" +
		"outline|entries|wording"},
	{anywhere, needs, "i|we need|require|have|must"},
	{anywhere, needs, "to get|help|start|begin|narrow"},
	{anywhere, needs, "for you|me|us"},
	{anywhere, needs, "before|first"},
	{anywhere, needs, "your answer|answers|options|choices"},
	{anywhere, offer, "would you like|prefer|want"},
	{anywhere, offer, "do|did you want|need|like|prefer|think"},
	{anywhere, offer, "should|shall|may i"},
	{anywhere, offer, "want me"},
	{anywhere, offer, "like|want me to"},
	{anywhere, offer, "does|is this|that|it|the look|sound|work|ok|okay|good|right|fit|match|tone"},
	{anywhere, offer, "how does this|that|it"},
	{anywhere, offer, "let me know|if"},
	{anywhere, offer, "anything|something ~3 change|changed|add|adjust|tweak"},
	{anywhere, offer, "which version|one|option|of|do|would"},
	{anywhere, offer, "please|kindly let|confirm|tell|review|check"},

	// Instructions, and things done.
	{soft, steps, "click|press|tap|open|navigate|run|install|scroll|unplug|switch|restart|reboot|hit|drag|launch|visit|mix|stir|" +
		"add|download|sign|log"},
	{anywhere, steps, "on|in|at|via|through|using our|the|your ~1 website|site|page|app|portal|settings|dashboard|menu|store|desk|" +
		"counter|door|keypad|screen"},
	{soft, steps, "go|head to|into|back|over"},
	{clause, steps, "use the|a|an|this|your|our"},
	{soft, steps, "turn|plug|remove|rinse|follow|copy|save|post|wait"},
	{anywhere, notice, "by clicking|tapping|pressing|following|opening|using|visiting|calling"},
	{start, notice, "share|discuss ~6 with the|our|your|his|her|their|them|others"},
	{start, notice, "send|forward|submit|give|return ~6 to the|our|your|his|her|their|hr|support|them|others"},
	{anywhere, done, "has|have|had|was|were|been|successfully|already|currently|now|completed|confirmed|done"},
	{anywhere, finite, "is|are|will|can|may|takes|take|saves|costs|requires|means|helps|gets|makes|would|should|does|might|could|" +
		"starts|gives|left|available|remain|remaining|cost"},
}
