.PHONY: test lint race bench fuzz ci

test: ## what a user runs
	go test ./...

lint:
	gofmt -l .
	go vet ./...
	go run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...

race:
	go test -race -shuffle=on -count=2 ./...

bench:
	go test -run '^$$' -bench . ./agenttest ./agenttest/suite ./checkpoint ./detect ./internal/...

fuzz: ## each fuzz target for 20 seconds
	@for pkg in $$(go list ./...); do \
		for target in $$(go test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
			echo "$$pkg $$target"; go test -run '^$$' -fuzz "^$$target$$" -fuzztime 20s $$pkg || exit 1; \
		done; \
	done

ci:
	./.ci/run
