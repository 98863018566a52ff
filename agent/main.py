"""The agent's entry: arguments, wiring, exit codes."""
