package simulator

import "fmt"

// CheckTerminal returns nil when there is a terminal at which [Human] can ask, and otherwise an error that wraps
// [ErrNoTerminal]: programs that were told to ask a person can say so before they begin.
func CheckTerminal() error {
	terminal, err := openTerminal()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNoTerminal, err)
	}
	return terminal.Close()
}
