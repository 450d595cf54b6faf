package suite

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/internal/strict"
)

// GeneratorFunc makes test cases, for the input "scripts:ID?count=10". What it returns is an array of cases, or an
// object {"cases": […]} or {"test_cases": […]}: JSON text, as a string, []byte or json.RawMessage, or any other value,
// which is marshalled. It should return when ctx is done.
type GeneratorFunc func(ctx context.Context, in GeneratorInput) (any, error)

// GeneratorInput says what cases are wanted. As JSON it is what agents get in their metadata.
type GeneratorInput struct {
	// TargetAgent is the id of the agent under test.
	TargetAgent string `json:"target_agent"`
	// TargetDescription and TargetTools are what the agent says of itself, when it is a [chat.Describer], or what the
	// parameters say.
	TargetDescription string      `json:"target_description,omitempty"`
	TargetTools       []chat.Tool `json:"target_tools,omitempty"`
	// Count is how many cases are wanted; 0 when it was not said. Fewer are an error, more are not.
	Count int `json:"count,omitempty"`
	// Focus is "happy-path", "edge-cases", "errors" or anything else, and Complexity "simple", "medium", "complex" or
	// anything else.
	Focus      string `json:"focus,omitempty"`
	Complexity string `json:"complexity,omitempty"`
	// Params are all parameters of the input, those above included. A number is an int, a float64, or a json.Number where
	// these would change its digits; true and false are bools; everything else is a string; a parameter that is given
	// more than once is a []any.
	Params map[string]any `json:"-"`
}

// metadata returns what a generator agent is told.
func (in *GeneratorInput) metadata(session string) map[string]any {
	m := maps.Clone(in.Params)
	if m == nil {
		m = map[string]any{}
	}
	m["test_mode"], m["session_id"], m["target_agent"] = "generator", session, in.TargetAgent
	if in.TargetDescription != "" {
		m["target_description"] = in.TargetDescription
	}
	if len(in.TargetTools) > 0 {
		m["target_tools"] = in.TargetTools
	}
	return m
}

// The parameters that mean something to us.
const (
	paramCount       = "count"
	paramFocus       = "focus"
	paramComplexity  = "complexity"
	paramDescription = "target_description"
	paramTools       = "target_tools"
)

// ours are the names of what a generator agent is told by the run.
var ours = []string{"test_mode", "test_id", "session_id", "target_agent"}

// generator is who makes cases, as an input names it.
type generator struct {
	ref
	in GeneratorInput
}

// generator reads an input such as "agents:workers.test.generator?count=10&focus=edge-cases".
func (c *Config) generator(input string) (generator, error) {
	name, query, _ := strings.Cut(input, "?")
	found, problem := c.find(aGenerator, name)
	g := generator{ref: found, in: GeneratorInput{TargetAgent: c.targetID()}}
	var errs strict.Errors
	if problem != "" {
		errs = append(errs, &strict.Error{Message: problem})
	}
	errs.Add(g.in.read(query))
	for _, e := range errs {
		e.File = name
	}
	return g, errs.Err()
}

// read reads the parameters. The error is a list of all that is wrong with them.
func (in *GeneratorInput) read(query string) error {
	values, err := url.ParseQuery(query)
	if err != nil {
		return fmt.Errorf(`the parameters %q cannot be read: %w; want them as in "?count=10&focus=edge-cases"`, query, err)
	}
	var errs strict.Errors
	in.Params = make(map[string]any, len(values))
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if err := in.set(key, values[key]); err != nil {
			errs = append(errs, &strict.Error{Path: key, Message: err.Error()})
		}
	}
	return errs.Err()
}

// set takes one parameter.
func (in *GeneratorInput) set(key string, values []string) error {
	text := values[0]
	switch key {
	case paramCount, paramFocus, paramComplexity, paramDescription:
		if len(values) > 1 {
			return fmt.Errorf("given %d times, want it once", len(values))
		}
		in.Params[key] = text
	default:
		list := make([]any, len(values))
		for i, value := range values {
			list[i] = typed(value)
		}
		in.Params[key] = list
		if len(list) == 1 {
			in.Params[key] = list[0]
		}
	}
	switch key {
	case paramCount:
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return fmt.Errorf("got %q, want a whole number of at least 1", text)
		}
		in.Count, in.Params[key] = n, n
	case paramFocus:
		in.Focus = text
	case paramComplexity:
		in.Complexity = text
	case paramDescription:
		in.TargetDescription = text
	case paramTools:
		for _, name := range strings.Split(strings.Join(values, ","), ",") {
			in.TargetTools = append(in.TargetTools, chat.Tool{Name: strings.TrimSpace(name)})
		}
		return checkTools(in.TargetTools)
	case "":
		return errors.New(`a parameter has no name; want "name=value"`)
	default:
		if slices.Contains(ours, key) {
			return errors.New("this is what the run itself tells the generator; call the parameter something else")
		}
	}
	return nil
}

// typed returns a number or a bool where the text is one.
func typed(text string) any {
	switch text {
	case "true":
		return true
	case "false":
		return false
	}
	if n, err := strconv.Atoi(text); err == nil && strconv.Itoa(n) == text {
		return n
	}
	var number json.Number
	if text == "" || text[0] == '"' || json.Unmarshal([]byte(text), &number) != nil || string(number) != text {
		return text
	}
	if f, err := number.Float64(); err == nil && strconv.FormatFloat(f, 'f', -1, 64) == text {
		return f
	}
	return number
}

// checkTools reports what is wrong with the description of tools.
func checkTools(tools []chat.Tool) error {
	for i, tool := range tools {
		if tool.Name == "" {
			return fmt.Errorf("tool %d has no name", i+1)
		}
		if len(tool.Parameters) > 0 && !json.Valid(tool.Parameters) {
			return fmt.Errorf("the parameters of the tool %q are no JSON", tool.Name)
		}
	}
	return nil
}

// describe adds what the target says of itself, which parameters must not say again.
func (in *GeneratorInput) describe(ctx context.Context, target chat.Agent) error {
	d, ok := chat.As[chat.Describer](target)
	if !ok {
		return nil
	}
	about, err := guarded(ctx, d.Describe)
	if err == nil {
		err = checkTools(about.Tools)
	}
	if err != nil {
		return fmt.Errorf("the agent %q was asked to describe itself: %w", in.TargetAgent, err)
	}
	var errs strict.Errors
	twice := func(key string) {
		errs = append(errs, &strict.Error{Path: key, Message: fmt.Sprintf("the agent %q says this of itself; leave the parameter out", in.TargetAgent)})
	}
	description := about.Description
	if description == "" {
		description = about.Name
	}
	if description != "" {
		if in.TargetDescription != "" {
			twice(paramDescription)
		}
		in.TargetDescription = description
	}
	if len(about.Tools) > 0 {
		if len(in.TargetTools) > 0 {
			twice(paramTools)
		}
		in.TargetTools = about.Tools
	}
	return errs.Err()
}
