package chat

import "strings"

// FinishReason is why a model stopped, in words that do not depend on the provider. The empty reason is unknown.
type FinishReason string

// The finish reasons.
const (
	FinishStop          FinishReason = "stop"
	FinishLength        FinishReason = "length"
	FinishToolCalls     FinishReason = "tool_calls"
	FinishContentFilter FinishReason = "content_filter"
	FinishRefusal       FinishReason = "refusal"
	FinishInterrupted   FinishReason = "interrupted"
	FinishPaused        FinishReason = "paused"
	FinishError         FinishReason = "error"
)

var finishReasons = map[string]FinishReason{
	"stop": FinishStop, "end_turn": FinishStop, "stop_sequence": FinishStop, "completed": FinishStop, "done": FinishStop,
	"length": FinishLength, "max_tokens": FinishLength, "model_context_window_exceeded": FinishLength,
	"tool_calls": FinishToolCalls, "tool_call": FinishToolCalls, "tool_use": FinishToolCalls, "function_call": FinishToolCalls,
	"content_filter": FinishContentFilter, "safety": FinishContentFilter, "recitation": FinishContentFilter,
	"blocklist": FinishContentFilter, "prohibited_content": FinishContentFilter, "spii": FinishContentFilter,
	"language": FinishContentFilter, "blocked": FinishContentFilter, "rejected": FinishContentFilter,
	"refusal":     FinishRefusal,
	"interrupted": FinishInterrupted, "input_required": FinishInterrupted, "auth_required": FinishInterrupted,
	"pause_turn": FinishPaused, "paused": FinishPaused, "working": FinishPaused,
	"error": FinishError, "aborted": FinishError, "failed": FinishError, "canceled": FinishError, "cancelled": FinishError,
	"other": FinishError, "malformed_function_call": FinishError, "unexpected_tool_call": FinishError,
}

// ParseFinishReason returns the reason that a provider's word means, in any case and with '-' for '_', and the empty
// reason for a word that is not known. The words are those of OpenAI, Anthropic, Gemini, genkit, A2A and
// OpenTelemetry.
func ParseFinishReason(word string) FinishReason {
	word = strings.ReplaceAll(strings.ToLower(word), "-", "_")
	if strings.HasPrefix(word, "image_") {
		return FinishContentFilter
	}
	return finishReasons[word]
}
