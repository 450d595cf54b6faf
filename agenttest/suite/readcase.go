package suite

import (
	"fmt"

	"github.com/agenttest/go/agenttest"
	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/assert"
	"github.com/agenttest/go/checkpoint"
	"github.com/agenttest/go/internal/strict"
)

// readCase reads one object of a case file. What it returns counts only where nothing was noted.
func (r *reader) readCase(v strict.Value) caseSpec {
	if isResult(v.Node()) {
		v.Errorf("this is the result of a case, as reports have it, and no case; want the file that the case is from")
		return caseSpec{}
	}
	o := v.Object()
	c := caseSpec{source: at(v)}
	c.ID = r.readID(o.Required("id"))
	c.Name = o.Field("name").Text()
	f := shape{
		Object: o,
		kind:   o.Field("type"), mode: o.Field("mode"),
		input: o.Field("input"), attachments: o.Field("attachments"), assertions: o.Field("assertions", "assert"),
		turns: o.Field("turns"), user: o.Field("simulator"), checkpoints: o.Field("checkpoints"),
		maxTurns: o.Field("max_turns"), untilGoal: o.Field("until_goal"),
	}
	c.Type = f.kind.OneOf(singleTurn, multiTurn)
	c.Mode = f.mode.OneOf(static, dynamic)
	c.Input = f.input.NonEmpty()
	c.Attachments = r.readAttachments(f.attachments)
	c.Assertions = r.readAssertions(f.assertions)
	c.Turns = some(f.turns, "turn", r.readTurn)
	c.Simulator = strict.Optional(f.user, r.readSimulator)
	c.Interactive = strict.Optional(o.Field("interactive"), readInteractive)
	c.Checkpoints = r.readCheckpoints(f.checkpoints)
	c.MaxTurns = f.maxTurns.IntFrom(1)
	c.Timeout = positive(o.Field("timeout"))
	c.TurnTimeout = positive(o.Field("turn_timeout"))
	c.Options = readOptions(o.Field("options"))
	c.Variables = o.Field("variables").Map()
	c.Tools = strict.List(o.Field("tools"), readTool)
	c.Always = r.readAssertions(o.Field("always"))
	c.Never = r.readAssertions(o.Field("never"))
	c.Final = r.readAssertions(o.Field("final_assertions"))
	c.OnMissingInput = o.Field("on_missing_input").OneOf(
		string(agenttest.MissingSkip), string(agenttest.MissingFail), string(agenttest.MissingEnd))
	c.OnSimulatorError = o.Field("on_simulator_error").OneOf(
		string(agenttest.SimulatorErrored), string(agenttest.SimulatorSkipped), string(agenttest.SimulatorFailed))
	c.Detect = o.Field("detect").OneOf(detectHybrid, detectDeclared)
	c.KeepGoing = o.Field("keep_going").Bool()
	c.UntilGoal = f.untilGoal.Bool()
	r.checkShape(&c, f)
	return c
}

// isResult reports whether an object is the record of a case that was played, which lies beside cases where a report was
// written into their directory.
func isResult(n *strict.Node) bool {
	return n.Get("id") != nil && n.Get("status") != nil && n.Get("total_turns") != nil
}

// The words of "detect".
const (
	detectHybrid   = "hybrid"
	detectDeclared = "declared"
)

func (r *reader) readTurn(v strict.Value) turnSpec {
	o := v.Object()
	input, answer, attachments := o.Field("input"), o.Field("answer"), o.Field("attachments")
	if !input.Present() && !answer.Present() && !attachments.Present() {
		o.Required("input")
	}
	if input.Present() && answer.Present() {
		answer.Errorf(`"answer" cannot stand beside "input": a turn answers a tool call or says something`)
	}
	return turnSpec{
		source:      at(v),
		Input:       input.NonEmpty(),
		Answer:      strict.Optional(answer, readAnswer),
		Attachments: r.readAttachments(attachments),
		Options:     readOptions(o.Field("options")),
		Assertions:  r.readAssertions(o.Field("assertions", "assert")),
	}
}

func readAnswer(v strict.Value) answerSpec {
	o := v.Object()
	return answerSpec{Call: o.Required("call").NonEmpty(), Result: compact(o.Required("result"))}
}

func (r *reader) readAttachments(v strict.Value) []attachmentSpec {
	return some(v, "attachment", func(v strict.Value) attachmentSpec {
		o := v.Object()
		a := attachmentSpec{Type: o.Field("type").Text(), Name: o.Field("name").Text()}
		source := o.Required("source")
		if a.Source = source.NonEmpty(); a.Source != "" {
			if err := r.files.check(a.Source); err != nil {
				source.Errorf("%v", err)
			}
		}
		return a
	})
}

func readInteractive(v strict.Value) interactiveSpec {
	o := v.Object()
	return interactiveSpec{Enabled: o.Field("enabled").Bool(), Timeout: positive(o.Field("timeout"))}
}

func readTool(v strict.Value) toolSpec {
	o := v.Object()
	t := toolSpec{Name: o.Required("name").NonEmpty()}
	args := o.Field("args", "with")
	if args.Kind() != strict.KindObject && args.Present() {
		args.Errorf("got %s, want an object of arguments", args.Node().Describe())
	} else if args.Present() {
		f := &fields{Object: o}
		t.want, t.Args = f.value(args), compact(args)
	}
	returns, fails := o.Field("returns"), o.Field("error")
	t.Returns, t.Error = compact(returns), fails.NonEmpty()
	switch {
	case returns.Present() && fails.Present():
		fails.Errorf(`"error" cannot stand beside "returns", want one of them`)
	case !returns.Present() && !fails.Present():
		o.Errorf(`want "returns", what the tool answers, or "error", how it fails`)
	}
	return t
}

// readCheckpoints reads the checkpoints of a case, and sees to it that each can be reached.
func (r *reader) readCheckpoints(v strict.Value) []checkpointSpec {
	first := map[string]string{}
	var known []string
	var ahead []strict.Value // what is waited for and was not declared before; without any none wait for each other
	good := true
	list := some(v, "checkpoint", func(v strict.Value) checkpointSpec {
		o := v.Object()
		id := o.Required("id")
		c := checkpointSpec{
			source:      at(v),
			ID:          id.NonEmpty(),
			Description: o.Field("description").Text(),
			Optional:    o.Field("optional").Bool(),
		}
		if a := o.Required("assertion", "assert"); a.Present() {
			c.Assertion = r.readAssertion(a)
		}
		c.After = strict.OneOrList(o.Field("after"), func(v strict.Value) string {
			other := v.NonEmpty()
			if _, earlier := first[other]; !earlier {
				ahead = append(ahead, v)
			}
			return other
		})
		switch earlier, taken := first[c.ID]; {
		case c.ID == "":
			good = false
		case taken:
			good = false
			id.Errorf("duplicate checkpoint id %q, first used %s", c.ID, earlier)
		default:
			first[c.ID] = where(id)
			known = append(known, c.ID)
		}
		return c
	})
	for _, v := range ahead {
		id := v.Text()
		if _, ok := first[id]; !ok && id != "" {
			good = false
			v.Errorf("unknown checkpoint %q%s; the case has %s", id, strict.Hint(id, known), listed(known))
		}
	}
	if good && len(ahead) > 0 {
		checkOrder(v, list)
	}
	return list
}

// where says where a value of the same case stands: "on line 3", or by its path where it stands in no file.
func where(v strict.Value) string {
	if v.Line() == 0 {
		return "at " + v.Path()
	}
	return fmt.Sprintf("on line %d", v.Line())
}

// checkOrder notes checkpoints that wait for each other.
func checkOrder(v strict.Value, list []checkpointSpec) {
	anything := assert.Contains("-") // only the order is looked at
	order := make([]checkpoint.Checkpoint, len(list))
	for i, c := range list {
		order[i] = checkpoint.New(c.ID, anything).After(c.After...).At(chat.Source{})
	}
	if err := checkpoint.Validate(order); err != nil {
		v.Errorf("%s", oneLine(err))
	}
}
