package browsertest

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

type action = chromedp.Action[chromedp.Void]

// command sends a command of the browser's protocol that has no answer.
func command[P any](c cdp.Command[P, cdp.Empty], params P) action {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, c, params)
		return err
	})
}

// js runs a piece of JavaScript, to the end of its promise where it is one.
func js(expression string) action {
	return chromedp.Evaluate[chromedp.Void](expression, chromedp.EvalAwaitPromise)
}

// scheme sets the colours that the user prefers: light or dark.
func scheme(name string) action {
	return command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}},
	})
}

// jsonString returns a text as a JSON string.
func jsonString(s string) []byte {
	data, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return data
}

// set chooses or enters a value in a field, as a user does.
func set(selector, value string) action {
	return js(fmt.Sprintf(`(e => { e.value = %q; e.dispatchEvent(new Event('input')); e.dispatchEvent(new Event('change')); })(document.querySelector(%q))`, value, selector))
}
