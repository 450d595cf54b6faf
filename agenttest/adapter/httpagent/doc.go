// Package httpagent tests an agent that is a service: each request is a POST with a JSON body, and the body of the answer
// is the reply, also JSON. The JSON is that of package command; docs/protocol.md has every field.
//
//	agent := httpagent.New("http://127.0.0.1:8080/chat").Header("Authorization", "Bearer "+key)
//	agenttest.Run(t, agent, agenttest.Single("Hi", assert.Contains("Hello")))
//
// The least that a service has to answer is {"content": "Hello"}. The service tells conversations apart by "session_id",
// or needs no memory of its own: the whole history is in each request.
//
// # Connections
//
// Each conversation has a transport of its own, made like http.DefaultTransport and closed with the conversation, so that
// nothing is left over and nothing is shared; [Agent.Client] takes a client of yours instead, with its transport, cookies
// and time limit. The time of a turn or case ends a request in any case.
//
// A redirect is an error that names the address to use: a POST that follows one may arrive as a GET without its body, and
// headers with keys would travel along. A client of yours that has a CheckRedirect decides itself.
//
// A request is sent once. [Agent.Retries] sends it again when there was no answer at all; the service may then see it
// twice.
//
// # What goes wrong
//
// A status other than 2xx is an error that shows the beginning of the body. The content type is not looked at unless the
// reply cannot be read; then it is part of the error. Values of headers, user and password, query and unusual parts of
// the path never are: they may be secrets, and are blanked wherever the service repeats them.
package httpagent
